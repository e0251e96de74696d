// Nothing for the device.
int main() { return 0; }
