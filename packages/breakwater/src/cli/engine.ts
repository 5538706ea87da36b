import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Both halves together. Larger is memory for nothing; in a smaller one, calls under way outlive two collections and are
 * taken for lasting objects.
 */
const enoughBytes = 4_194_304;

/** Sets V8's flags for a relay. For programs only: they hold for the whole process. */
export function tuneEngine(): void {
  // The first calls cost twice what later ones do, most of it for compiling (docs/decisions/2026-12-04-less-inlining.md).
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=300');
  boundYoungGeneration();
}

/**
 * Lets V8's young generation grow to 4 MB and no further: left to itself it grows to 32 MB and more under a relay, which
 * allocates all the time and keeps nothing (docs/decisions/2026-12-02-bounded-young-generation.md). This thread collects
 * alone: helpers cost more than they do.
 */
function boundYoungGeneration(): void {
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString('--no-concurrent-marking');
  setFlagsFromString('--semi-space-growth-factor=1');
  let grows = false;
  // V8 shrinks it in quiet times, so that it has to be allowed to grow again.
  new PerformanceObserver(() => {
    const isSmall = youngBytes() < enoughBytes;
    if (isSmall === grows) return;
    grows = isSmall;
    setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
  }).observe({ entryTypes: ['gc'] });
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
