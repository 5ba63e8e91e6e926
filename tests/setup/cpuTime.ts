/** The processor time of this thread so far, in ms: other work of the machine does not count in it. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
