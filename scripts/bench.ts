// `npm run bench`: speed in comparison with other programs, measured in one run on this machine; a ratio below 1 means
// that this program is faster. `npm run bench -- lists` runs one bench; `contentPostgres` starts its own PostgreSQL
// (POSTGRES_BIN: folder of its programs), and SITECRAFT_BENCH_ROWS=200000 sets the size of the large column in both
// content benches.
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
const selected = process.argv[2]
/** Benches of the built programs. */
const BUILT_BENCHES = ['start', 'sync', 'engine', 'channels', 'desktop']

if ((!selected || BUILT_BENCHES.includes(selected)) && !(await buildIfStale())) process.exit(1)

for (const bench of selected ? (BENCHES[selected] ?? []) : Object.values(BENCHES).flat()) {
  const outcome = await compare(bench, ROUNDS)
  if (typeof outcome === 'string') {
    console.log(outcome)
    continue
  }
  const { name, peer, ours, theirs } = outcome
  console.log(`${name}: ${ours.toFixed(0)} ms; ${peer}: ${theirs.toFixed(0)} ms; ratio ${(ours / theirs).toFixed(2)}`)
}

if (!selected || selected === 'treeTable') await treeTable()
if (!selected || selected === 'columnScreen') await columnScreen()
if (!selected || selected === 'uploads') await uploadMemory()
if (!selected || selected === 'contentList') await contentList()
if (!selected || selected === 'contentForm') await contentForm()
if (!selected || selected === 'logs') await logs()
if (!selected || selected === 'find') await find()
if (!selected || selected === 'findPostgres') await findPostgres()
if (!selected || selected === 'roles') await roles()
if (!selected || selected === 'queue') await queue()
if (!selected || selected === 'start') await start()
if (!selected || selected === 'sync') await sync()
if (!selected || selected === 'approval') await approval()
if (!selected || selected === 'engine') await engine()
if (!selected || selected === 'channels') await channels()
if (!selected || selected === 'desktop') await desktop()
