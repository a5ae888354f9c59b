/* Kernels without /dev/udmabuf: libcamera's virtual camera gets plain memory where it asks for that device.
   cc -shared -fPIC -o udmabuf.so udmabuf.c; LD_PRELOAD=udmabuf.so */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

struct udmabuf_create { uint32_t memfd, flags; uint64_t offset, size; };
struct heap_allocation { uint64_t len; uint32_t fd, fd_flags; uint64_t heap_flags; };
#define UDMABUF_CREATE _IOW('u', 0x42, struct udmabuf_create)
#define HEAP_ALLOC _IOWR('H', 0, struct heap_allocation)
#define BUF_SYNC _IOW('b', 0, uint64_t)
#define BUF_NAME_A _IOW('b', 1, uint32_t)
#define BUF_NAME_B _IOW('b', 1, uint64_t)

static int opened(const char *symbol, const char *path, int flags, mode_t mode) {
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, symbol);
    if (path && (!strcmp(path, "/dev/udmabuf") || !strncmp(path, "/dev/dma_heap/", 14)))
        path = "/dev/null";
    return real(path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    return opened("open", path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    return opened("open64", path, flags, mode);
}

int ioctl(int descriptor, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (request == UDMABUF_CREATE)
        return dup(((struct udmabuf_create *)argument)->memfd);
    if (request == HEAP_ALLOC) {
        struct heap_allocation *wanted = argument;
        int memory = memfd_create("heap", MFD_CLOEXEC);
        if (memory < 0 || ftruncate(memory, wanted->len))
            return -1;
        wanted->fd = memory;
        return 0;
    }
    if (request == BUF_SYNC || request == BUF_NAME_A || request == BUF_NAME_B)
        return 0;
    int (*real)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
    return real(descriptor, request, argument);
}
