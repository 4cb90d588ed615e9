/** The user and system time that a task takes in this process, in milliseconds. Other load does not change it. */
export async function processorMs(task: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await task()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
