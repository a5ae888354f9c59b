/* Records what a program does to the files of one folder: writes, truncations, syncs, renames, removals, new files.
 *
 *     cc -shared -fPIC -O1 -o recorder.so recorder.c -ldl -lpthread
 *     RECORDED_FOLDER=/some/folder RECORD=/some/file LD_PRELOAD=./recorder.so program
 *
 * Each record: one letter, the path's length (2 bytes), the path, offset and length (8 bytes each), the data.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static int record = -1;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void put(const void *data, size_t length) {
    while (length > 0) {
        long done = syscall(SYS_write, record, data, length);
        if (done <= 0) abort();
        data = (const char *)data + done;
        length -= done;
    }
}

static void note(char what, const char *path, uint64_t offset, const void *data, uint64_t length) {
    const char *folder = getenv("RECORDED_FOLDER"), *file = getenv("RECORD");
    if (!folder || !file || strncmp(path, folder, strlen(folder)) != 0) return;
    pthread_mutex_lock(&one_at_a_time);
    if (record < 0) record = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND, 0600);
    uint16_t size = strlen(path);
    put(&what, 1);
    put(&size, 2);
    put(path, size);
    put(&offset, 8);
    put(&length, 8);
    if (data) put(data, length);
    pthread_mutex_unlock(&one_at_a_time);
}

static void note_open(char what, int file, uint64_t offset, const void *data, uint64_t length) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size <= 0) return;
    path[size] = 0;
    note(what, path, offset, data, length);
}

static void absolute(const char *path, char *to) {
    char folder[2048];
    if (path[0] == '/' || !getcwd(folder, sizeof folder)) snprintf(to, 4096, "%s", path);
    else snprintf(to, 4096, "%s/%s", folder, path);
}

#define PWRITE(name, offset_t)                                                   \
    ssize_t name(int file, const void *data, size_t length, offset_t offset) {   \
        ssize_t done = REAL(name)(file, data, length, offset);                   \
        if (done > 0) note_open('W', file, offset, data, done);                  \
        return done;                                                             \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int file, const void *data, size_t length) {
    off_t end;
    ssize_t done = REAL(write)(file, data, length);
    if (done > 0 && (end = lseek(file, 0, SEEK_CUR)) >= done) note_open('W', file, end - done, data, done);
    return done;
}

#define SYNC(name)                              \
    int name(int file) {                        \
        int failed = REAL(name)(file);          \
        if (!failed) note_open('S', file, 0, 0, 0); \
        return failed;                          \
    }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name, offset_t)                        \
    int name(int file, offset_t length) {               \
        int failed = REAL(name)(file, length);          \
        if (!failed) note_open('T', file, length, 0, 0); \
        return failed;                                  \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

int unlink(const char *path) {
    char whole[4096];
    int failed = REAL(unlink)(path);
    absolute(path, whole);
    if (!failed) note('U', whole, 0, 0, 0);
    return failed;
}

int rename(const char *old, const char *new) {
    char from[4096], to[4096];
    int failed = REAL(rename)(old, new);
    absolute(old, from);
    absolute(new, to);
    if (!failed) note('R', from, 0, to, strlen(to));
    return failed;
}

#define OPEN(name)                                                     \
    int name(const char *path, int flags, ...) {                       \
        char whole[4096];                                              \
        va_list more;                                                  \
        va_start(more, flags);                                         \
        mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;      \
        va_end(more);                                                  \
        int created = (flags & O_CREAT) && access(path, F_OK) != 0;    \
        int file = REAL(name)(path, flags, mode);                      \
        absolute(path, whole);                                         \
        if (file >= 0 && created) note('C', whole, 0, 0, 0);           \
        if (file >= 0 && !created && (flags & O_TRUNC)) note('T', whole, 0, 0, 0); \
        return file;                                                   \
    }
OPEN(open)
OPEN(open64)
