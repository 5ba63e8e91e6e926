/** The processor time of this thread so far, in ms: other work of the machine does not count in it. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Below this a measured time is noise, in ms. */
const NOISE_MS = 20
/** Rounds until growth gives up hoping that another one was disturbed. */
const ROUNDS = 6

/**
 * How the processor time of `work` grows with its input, as the exponent between a quarter of the `size` and all of it: about 1
 * when it grows with its input, 2 when it is quadratic; times too short to be measured count as equal. The best of several
 * rounds; it stops at the first that shows linear work.
 */
export function growth(size: number, work: (size: number) => void): number {
  const took = (of: number): number => {
    const begun = cpuMs()
    work(of)
    return cpuMs() - begun
  }
  let [small, large, exponent] = [Infinity, Infinity, Infinity]
  for (let round = 0; round < ROUNDS && !(exponent < 1.3); round++) {
    small = Math.min(small, took(Math.floor(size / 4)))
    large = Math.min(large, took(size))
    exponent = Math.log(large / Math.max(small, NOISE_MS)) / Math.log(4)
  }
  return exponent
}
