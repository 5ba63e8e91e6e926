// `npm run bench`: speed against peers in one run on this machine; the ratio is what counts (below 1: we are faster).
// `npm run bench -- lists` runs one of them; `contentPostgres` starts a PostgreSQL of its own (POSTGRES_BIN: where it lies), and
// SITECRAFT_BENCH_ROWS=200000 makes the large column of both content benches so small.
import { approval } from '../bench/approval/index.ts'
import { accounts } from '../bench/people/accounts.ts'
import { channels } from '../bench/channels/index.ts'
import { columnScreen } from '../bench/columnScreen.ts'
import { desktop } from '../bench/desktop/index.ts'
import { content, contentPostgres } from '../bench/content/lists.ts'
import { contentForm } from '../bench/contentForm.ts'
import { contentList } from '../bench/contentList.ts'
import { engine } from '../bench/engine/index.ts'
import { lists } from '../bench/lists.ts'
import { find, findPostgres } from '../bench/content/find.ts'
import { logs } from '../bench/logs/index.ts'
import { type Bench, compare } from '../bench/measure.ts'
import { queue } from '../bench/queue/index.ts'
import { roles } from '../bench/people/roles.ts'
import { start } from '../bench/start.ts'
import { sync } from '../bench/sync/index.ts'
import { syncScan } from '../bench/syncScan.ts'
import { treeTable } from '../bench/treeTable/index.ts'
import { uploadMemory, uploads } from '../bench/uploads/index.ts'
import { buildIfStale } from './start/build.ts'

const ROUNDS = 7

const BENCHES: Record<string, readonly Bench[]> = { syncScan, lists, accounts, content, contentPostgres, uploads }
const wanted = process.argv[2]
/** Those that run the built programs. */
const BUILT = ['start', 'sync', 'engine', 'channels', 'desktop']

if ((!wanted || BUILT.includes(wanted)) && !(await buildIfStale())) process.exit(1)

for (const bench of wanted ? (BENCHES[wanted] ?? []) : Object.values(BENCHES).flat()) {
  const outcome = await compare(bench, ROUNDS)
  if (typeof outcome === 'string') {
    console.log(outcome)
    continue
  }
  const { name, peer, ours, theirs } = outcome
  console.log(`${name}: ${ours.toFixed(0)} ms; ${peer}: ${theirs.toFixed(0)} ms; ratio ${(ours / theirs).toFixed(2)}`)
}

if (!wanted || wanted === 'treeTable') await treeTable()
if (!wanted || wanted === 'columnScreen') await columnScreen()
if (!wanted || wanted === 'uploads') await uploadMemory()
if (!wanted || wanted === 'contentList') await contentList()
if (!wanted || wanted === 'contentForm') await contentForm()
if (!wanted || wanted === 'logs') await logs()
if (!wanted || wanted === 'find') await find()
if (!wanted || wanted === 'findPostgres') await findPostgres()
if (!wanted || wanted === 'roles') await roles()
if (!wanted || wanted === 'queue') await queue()
if (!wanted || wanted === 'start') await start()
if (!wanted || wanted === 'sync') await sync()
if (!wanted || wanted === 'approval') await approval()
if (!wanted || wanted === 'engine') await engine()
if (!wanted || wanted === 'channels') await channels()
if (!wanted || wanted === 'desktop') await desktop()
