/* run/progress.c - the progress line on stderr: rewritten on a terminal, printed at intervals elsewhere, or as JSON
 * Lines. */
#include "run/progress.h"
#include "run/limits.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define LINE 256

void coset_progress_start(coset_progress_line *p, const coset_settings *s, bool orbits)
{
    *p = (coset_progress_line){.settings = s, .mode = s->progress, .orbits = orbits};
    const bool terminal = isatty(fileno(stderr));
    if (p->mode == COSET_PROGRESS_AUTO)
        p->mode = s->quiet ? COSET_PROGRESS_NONE : COSET_PROGRESS_LINE;
    p->terminal = terminal;
    p->next = terminal ? 0.3 : 1;
}

/* 1 234 567 -> "1.23M" */
static const char *short_number(double n, char out[16])
{
    static const char units[] = " kMGTPE";
    size_t u = 0;
    while (n >= 1000 && u + 2 < sizeof units) {
        n /= 1000;
        u++;
    }
    if (u == 0)
        snprintf(out, 16, "%.0f", n);
    else
        snprintf(out, 16, "%.3g%c", n, units[u]);
    return out;
}

/* "41 MiB" */
static const char *short_bytes(double n, char out[16])
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB"};
    size_t u = 0;
    n /= 1024;
    while (n >= 1000 && u + 1 < sizeof units / sizeof *units) {
        n /= 1024;
        u++;
    }
    snprintf(out, 16, n < 10 && u ? "%.1f %s" : "%.0f %s", n, units[u]);
    return out;
}

static double next_time(double now)
{
    static const double times[] = {1, 2, 5, 10, 30};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (now < times[i])
            return times[i];
    return ((double)(uint64_t)(now / 30) + 1) * 30;
}

/* Characters of a line on the terminal; a longer one would scroll instead of being rewritten. */
static int room(const coset_progress_line *p)
{
    struct winsize size;
    if (!p->terminal || ioctl(fileno(stderr), TIOCGWINSZ, &size) != 0 || size.ws_col < 2)
        return LINE;
    return size.ws_col - 1 < LINE ? size.ws_col - 1 : LINE;
}

static void write_line(const coset_progress_line *p, const coset_progress *now, char line[LINE])
{
    char a[16], b[16], c[16], d[16], e[16], gain[48] = "", limit[32] = "";
    double interval = now->seconds - p->last_seconds;
    double rate = interval > 0 ? (double)(now->representatives - p->last_representatives) / interval : 0;
    const char *trend = now->queue > p->last_queue ? "+" : now->queue < p->last_queue ? "-" : "=";
    if (p->orbits && now->states && now->representatives)
        snprintf(gain, sizeof gain, "  = %s states (x%.1f)", short_number((double)now->states, a),
                 (double)now->states / (double)now->representatives);
    if (now->memory_limit)
        snprintf(limit, sizeof limit, " of %s", short_bytes((double)now->memory_limit, a));
    snprintf(line, LINE, "%02u:%02u  depth %u  %s %s (%s/s)%s  queue %s%s  memory %s%s%s", (unsigned)now->seconds / 60,
             (unsigned)now->seconds % 60, (unsigned)now->depth, p->orbits ? "orbits" : "states",
             short_number((double)now->representatives, b), short_number(rate, c), gain,
             short_number((double)now->queue, d), trend, short_bytes((double)now->memory, e), limit,
             now->grows ? "  growing the table" : "");
}

static void print_line(coset_progress_line *p, const coset_progress *now)
{
    char line[LINE];
    write_line(p, now, line);
    fprintf(stderr, "%s%.*s%s", p->terminal ? "\r" : "", room(p), line, p->terminal ? "\033[K" : "\n");
    fflush(stderr);
    p->shown = p->terminal;
}

static void print_json(const coset_progress *now)
{
    char states[COSET_COUNT_TEXT] = "null", digits[COSET_COUNT_TEXT];
    if (now->states)
        snprintf(states, sizeof states, "\"%s\"", coset_count_text(now->states, 0, digits));
    fprintf(stderr,
            "{\"schema\":\"coset/1\",\"event\":\"progress\",\"seconds\":%.1f,\"depth\":%u,\"representatives\":%llu,"
            "\"states\":%s,\"transitions\":%llu,\"queue\":%llu,\"memory\":%llu,\"memory_limit\":%llu,"
            "\"growing\":%s}\n",
            now->seconds, (unsigned)now->depth, (unsigned long long)now->representatives, states,
            (unsigned long long)now->edges, (unsigned long long)now->queue, (unsigned long long)now->memory,
            (unsigned long long)now->memory_limit, now->grows ? "true" : "false");
}

void coset_progress_show(void *ctx, const coset_progress *now)
{
    coset_progress_line *p = ctx;
    coset_limits_covered(p->settings, now);
    if (p->settings->listener)
        p->settings->listener->tell(p->settings->listener->ctx, now);
    if (p->mode == COSET_PROGRESS_NONE || now->seconds < p->next)
        return;
    if (p->mode == COSET_PROGRESS_JSON)
        print_json(now);
    else
        print_line(p, now);
    p->next = p->terminal ? now->seconds + 0.2 : next_time(now->seconds);
    p->last_seconds = now->seconds;
    p->last_representatives = now->representatives;
    p->last_queue = now->queue;
}

void coset_progress_end(coset_progress_line *p)
{
    if (p->shown)
        fputs("\r\033[K", stderr);
    p->shown = false;
}
