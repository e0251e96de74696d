// Names in the examples of docs/performance-guide.md.
struct Particle {
  float x, y, z, mass, vx, vy, vz, charge;
};
class Before;
class After;
const Particle *particles;
const float *mass, *vx, *vy, *in;
float *energy, *out;
size_t n;
int taps;
sycl::id<2> id;
