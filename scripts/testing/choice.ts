/** What `npm test` was asked for. */
export interface TestChoice {
  /** Every test, not those of the main work alone. */
  all: boolean
  /** The part `index` (from 1) of `count`; null for the whole. */
  shard: { index: number; count: number } | null
  /** What passed on this commit is not run again. */
  resume: boolean
}

/**
 * Reads `--all`, `--shard 2/4` (or `--shard=2/4`) and `--resume`.
 * @throws Error that says what is wrong with them.
 */
export function readChoice(args: readonly string[]): TestChoice {
  const choice: TestChoice = { all: false, shard: null, resume: false }
  const left = args.flatMap((arg) => (arg.startsWith('--shard=') ? ['--shard', arg.slice('--shard='.length)] : [arg]))
  for (let at = 0; at < left.length; at++) {
    const arg = left[at]
    if (arg === '--all') choice.all = true
    else if (arg === '--resume') choice.resume = true
    else if (arg === '--shard') choice.shard = readShard(left[++at] ?? '')
    else throw new Error(`Unknown: ${arg}. Known: --shard 2/4, --resume`)
  }
  if (!choice.all && (choice.shard || choice.resume)) throw new Error('--shard and --resume belong to npm run test:all')
  return choice
}

function readShard(text: string): { index: number; count: number } {
  const [, index, count] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number)
  if (!index || !count || index > count)
    throw new Error(`--shard takes a part of so many, as 2/4, not ${text || 'nothing'}`)
  return { index, count }
}

/** The shard's share of the files: every file is in one of the shards, wherever and whenever they are run. */
export function shardOf(files: readonly string[], shard: TestChoice['shard']): string[] {
  return shard ? files.filter((_file, at) => at % shard.count === shard.index - 1) : [...files]
}
