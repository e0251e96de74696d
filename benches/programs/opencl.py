"""Times kernels in OpenCL C on every OpenCL device that is found: median of N runs after two to warm up, by profiling
events. With --one-thread, the process has one processor, and the figures are its processor time.
Needs pyopencl, numpy and an installed OpenCL driver.
Prints the platform, the kernel and the milliseconds, separated by tabs, a line for each kernel.
Usage: PROGRAM [--runs N] [--platform SUBSTRING] [--one-thread]"""

import argparse
import os
import statistics
import time
from typing import Callable, NamedTuple

import pyopencl as cl


class Case(NamedTuple):
    """A kernel: its global size and work-group size, the arguments of the launches of one run, and what precedes a
    run, untimed."""

    global_size: tuple
    local_size: tuple | None
    launches: list
    reset: Callable = lambda queue: None


def run_once(queue, kernel, case, one_thread):
    """The milliseconds of one run."""
    case.reset(queue)
    queue.finish()
    start = time.process_time()
    events = [kernel(queue, case.global_size, case.local_size, *arguments) for arguments in case.launches]
    queue.finish()
    processor_time = time.process_time() - start
    if one_thread:
        return processor_time * 1e3
    return sum(event.profile.end - event.profile.start for event in events) / 1e6


def measure(device, source, cases, options):
    context = cl.Context([device])
    queue = cl.CommandQueue(context, properties=cl.command_queue_properties.PROFILING_ENABLE)
    program = cl.Program(context, source).build()
    for name, case in cases(context).items():
        kernel = cl.Kernel(program, name)
        times = [run_once(queue, kernel, case, options.one_thread) for _ in range(options.runs + 2)]
        yield name, statistics.median(times[2:])


def main(source, cases):
    """Times the kernels of a source; `cases` makes the cases by kernel for a context."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--platform", default="")
    parser.add_argument("--one-thread", action="store_true")
    options = parser.parse_args()
    if options.one_thread:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for platform in cl.get_platforms():
        if options.platform.lower() in platform.name.lower():
            for device in platform.get_devices():
                for name, milliseconds in measure(device, source, cases, options):
                    print(platform.name, name, f"{milliseconds:.3f}", sep="\t", flush=True)
