interface Told {
  /** As in the log: 30 is news, 60 is the end. */
  readonly level: 30 | 60
  readonly msg: string
  readonly exit_code?: number
}

/** One line for stderr where no log is open yet, or none any more: JSON like the log where that was asked for (contract 1). */
export const stderrLine = (args: readonly string[], told: Told): string =>
  args.includes('--json') ? `${JSON.stringify({ ...told, time: Date.now(), pid: process.pid })}\n` : `${told.msg}\n`
