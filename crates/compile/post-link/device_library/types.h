// Integer types of the device library, which includes no headers of the system.
#pragma once

typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __UINT64_TYPE__ uint64;
