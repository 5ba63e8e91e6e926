/** Below this, processor time says nothing on a busy machine; in ms. */
const NOISE_MS = 40
const TRIES = 4

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * How many times the processor time of the whole process grows when the work doubles, the least of several tries; 1 when
 * even the double is lost in the noise. Ratios alone: a slow machine is slow with both.
 * @param work gets the share of the largest size: 1, and 0.5 to compare with it.
 */
export async function grows(work: (share: number) => Promise<unknown>): Promise<number> {
  let least = Infinity
  let [whole, half] = [Infinity, Infinity]
  for (let i = 0; i < TRIES; i++) {
    whole = Math.min(whole, await cpuOf(() => work(1)))
    if (whole < NOISE_MS) return 1
    half = Math.min(half, await cpuOf(() => work(0.5)))
    least = Math.min(least, whole / Math.max(half, NOISE_MS / 4))
    if (least <= 3) return least
  }
  return least
}
