/** User and system time of this process that a task takes, in milliseconds. A busy machine does not change it. */
export async function processorMs(task: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await task()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
