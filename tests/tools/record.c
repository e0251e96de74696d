// A tool that writes a line for each report: the callback, and what does not
// depend on the machine. RECORD names the file.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tandem/tools.h>

static FILE *file;

static void command_submitted(void *user, const tandem_tool_command *c) {
  fprintf(file, "submitted %" PRIu64 " kind %u size %d span %d waits",
          c->number, c->kind, c->size == sizeof *c && user == file,
          c->submit_begin <= c->submit_end && c->submit_begin != 0);
  for (uint64_t i = 0; i < c->wait_count; ++i)
    fprintf(file, " %" PRIu64, c->waits[i]);
  fprintf(file, " name %s\n", c->name);
}

static void command_ended(void *user, const tandem_tool_command_end *e) {
  (void)user;
  int span = e->begin <= e->end && (e->begin != 0 || e->failed);
  // A device cannot begin before the call that submits.
  fprintf(file, "ended %" PRIu64 " failed %u span %d in order %d\n",
          e->command->number, e->failed, span,
          e->failed || e->begin >= e->command->submit_begin);
}

static void host_span(void *user, const tandem_tool_host_span *s) {
  (void)user;
  fprintf(file, "host %s span %d\n", s->name, s->begin <= s->end);
}

static void program_built(void *user, const tandem_tool_build *b) {
  (void)user;
  fprintf(file, "built %u failed %u %s\n", b->step, b->failed, b->kernel);
}

static void program_found(void *user, const tandem_tool_cache_hit *h) {
  (void)user;
  fprintf(file, "found %s\n", h->kernel);
}

static void memory(const char *what, const tandem_tool_memory *m) {
  fprintf(file, "%s kind %u bytes %" PRIu64 " at %#" PRIx64 " device %d\n",
          what, m->kind, m->bytes, m->address, m->device != NULL);
}

static void memory_allocated(void *user, const tandem_tool_memory *m) {
  (void)user;
  memory("allocated", m);
}

static void memory_freed(void *user, const tandem_tool_memory *m) {
  (void)user;
  memory("freed", m);
}

static void plugin_loaded(void *user, const tandem_tool_plugin *p) {
  (void)user;
  fprintf(file, "loaded %s %d\n", p->backend, strstr(p->path, ".so") != NULL);
}

static void plugin_unloaded(void *user, const tandem_tool_plugin *p) {
  (void)user;
  fprintf(file, "unloaded %s\n", p->backend);
}

static void finished(void *user) {
  (void)user;
  fprintf(file, "finished\n");
  fclose(file);
}

int tandem_tool_attach(const tandem_tool_host *host) {
  const char *path = getenv("RECORD");
  if (path == NULL || host->major != TANDEM_TOOLS_MAJOR ||
      host->size < sizeof *host)
    return 7;
  file = fopen(path, "w");
  struct {
    tandem_tool_callbacks known;
    void *unknown;
  } callbacks;
  memset(&callbacks, 0, sizeof callbacks);
  // NEWER: as a tool of a later version, that uses what this one does not have.
  const char *newer = getenv("NEWER");
  callbacks.known.size = newer ? sizeof callbacks : sizeof callbacks.known;
  callbacks.unknown = newer && *newer ? &callbacks : NULL;
  callbacks.known.user = file;
  callbacks.known.command_submitted = command_submitted;
  callbacks.known.command_ended = command_ended;
  callbacks.known.host_span = host_span;
  callbacks.known.program_built = program_built;
  callbacks.known.program_found = program_found;
  callbacks.known.memory_allocated = memory_allocated;
  callbacks.known.memory_freed = memory_freed;
  callbacks.known.plugin_loaded = plugin_loaded;
  callbacks.known.plugin_unloaded = plugin_unloaded;
  callbacks.known.finished = finished;
  return host->subscribe(&callbacks.known);
}
