/** Options of `npm test`. */
export interface TestChoice {
  /** All tests, not only the short ones. */
  all: boolean
  /** The shard `index` (from 1) of `count`; null for all. */
  shard: { index: number; count: number } | null
  /** Skips files that already passed on this commit. */
  resume: boolean
}

/**
 * Reads `--all`, `--shard 2/4` (or `--shard=2/4`) and `--resume`.
 * @throws Error with the reason if they are invalid
 */
export function readChoice(args: readonly string[]): TestChoice {
  const choice: TestChoice = { all: false, shard: null, resume: false }
  const remaining = args.flatMap((arg) =>
    arg.startsWith('--shard=') ? ['--shard', arg.slice('--shard='.length)] : [arg],
  )
  for (let at = 0; at < remaining.length; at++) {
    const arg = remaining[at]
    if (arg === '--all') choice.all = true
    else if (arg === '--resume') choice.resume = true
    else if (arg === '--shard') choice.shard = readShard(remaining[++at] ?? '')
    else throw new Error(`Unknown: ${arg}. Known: --shard 2/4, --resume`)
  }
  if (!choice.all && (choice.shard || choice.resume)) throw new Error('--shard and --resume belong to npm run test:all')
  return choice
}

function readShard(text: string): { index: number; count: number } {
  const [, index, count] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number)
  if (!index || !count || index > count) throw new Error(`--shard must have the form 2/4, not ${text || 'nothing'}`)
  return { index, count }
}

/** The files of a shard: every file is in exactly one shard, independent of machine and time. */
export function filesOfShard(files: readonly string[], shard: TestChoice['shard']): string[] {
  return shard ? files.filter((_file, at) => at % shard.count === shard.index - 1) : [...files]
}
