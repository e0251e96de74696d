// A tool that prints a line for each event, for tests. TOO_NEW makes it one for a later version of the interface, REFUSES
// one that does not attach.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <tandem/tools.h>

#define SIZED(record)                                                          \
  if ((record)->size < sizeof *(record))                                       \
  printf("too small\n")

static const char *or_none(const char *text) { return text ? text : "none"; }

static void command_submitted(void *user, const tandem_tool_command *c) {
  SIZED(c);
  printf("%ssubmitted %" PRIu64 " kind %u queue %" PRIu64 " ordered %d waits",
         (const char *)user, c->command, c->kind, c->queue, c->begin <= c->end);
  for (uint64_t i = 0; i < c->wait_count; ++i)
    printf(" %" PRIu64, c->waits[i]);
  printf(" name %s symbol %s device %s\n", c->name, or_none(c->symbol),
         c->device);
}

static void command_ended(void *user, const tandem_tool_run *r) {
  SIZED(r);
  (void)user;
  printf("ended %" PRIu64 " status %u time %" PRIu64 " %" PRIu64 " name %s\n",
         r->command, r->status, r->begin, r->end, r->name);
}

static void host_span(void *user, const tandem_tool_host_span *s) {
  SIZED(s);
  (void)user;
  printf("host %u ordered %d thread %d\n", s->kind, s->begin <= s->end,
         s->thread != 0);
}

static void build(void *user, const tandem_tool_build *b) {
  SIZED(b);
  (void)user;
  printf("build %u succeeded %u kernel %s\n", b->kind, b->succeeded, b->kernel);
}

static void usm_allocated(void *user, const tandem_tool_usm *u) {
  SIZED(u);
  (void)user;
  printf("allocated %" PRIx64 " kind %u bytes %" PRIu64 " device %s\n",
         u->address, u->kind, u->bytes, or_none(u->device));
}

static void usm_freed(void *user, const tandem_tool_usm *u) {
  SIZED(u);
  (void)user;
  printf("freed %" PRIx64 " kind %u bytes %" PRIu64 "\n", u->address, u->kind,
         u->bytes);
}

static void memory(void *user, const tandem_tool_memory *m) {
  SIZED(m);
  (void)user;
  printf("memory %u bytes %" PRIu64 " device %s\n", m->kind, m->bytes,
         or_none(m->device));
}

static void plugin_loaded(void *user, const tandem_tool_plugin *p) {
  SIZED(p);
  (void)user;
  printf("loaded %s\n", p->path);
}

static void plugin_unloaded(void *user, const tandem_tool_plugin *p) {
  SIZED(p);
  (void)user;
  printf("unloaded %s\n", p->path);
}

static void finished(void *user, const tandem_tool_finished *f) {
  SIZED(f);
  (void)user;
  printf("finished lost %" PRIu64 "\n", f->lost);
  fflush(stdout);
}

int tandem_tool_attach(const tandem_tool_host *host) {
#ifdef REFUSES
  (void)host;
  return 7;
#endif
  struct {
    tandem_tool_callbacks known;
    void *unknown;
  } callbacks;
  memset(&callbacks, 0, sizeof callbacks);
  callbacks.known = (tandem_tool_callbacks){
      .size = sizeof callbacks.known,
      .user = "> ",
      .command_submitted = command_submitted,
      .command_ended = command_ended,
      .host_span = host_span,
      .build = build,
      .usm_allocated = usm_allocated,
      .usm_freed = usm_freed,
      .memory = memory,
      .plugin_loaded = plugin_loaded,
      .plugin_unloaded = plugin_unloaded,
      .finished = finished,
  };
#ifdef TOO_NEW
  callbacks.known.size = sizeof callbacks;
  callbacks.unknown = &callbacks;
#endif
  if (host->version != TANDEM_TOOLS_VERSION || !host->runtime_version)
    return 1;
  return host->subscribe(host, &callbacks.known);
}
