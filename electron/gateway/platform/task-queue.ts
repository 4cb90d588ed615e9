/** @returns a function that runs tasks one after the other, in the order of its calls, also after one that failed */
export function makeTaskQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(task)
    last = mine.catch(() => undefined)
    return mine
  }
}
