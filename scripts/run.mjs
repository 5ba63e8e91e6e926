// Runs a TypeScript script with a suitable Node: `node scripts/run.mjs <script> [arguments]`. Plain JavaScript, because
// the current Node may be too old for TypeScript.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MIN_NODE_MAJOR = 24
const here = dirname(fileURLToPath(import.meta.url))
const modules = join(here, '..', 'node_modules')
const suffix = process.platform === 'win32' ? '.exe' : ''

/** Candidates with their environment variables; the first existing one is used. */
function* candidates() {
  if (Number(process.versions.node.split('.')[0]) >= MIN_NODE_MAJOR) yield { path: process.execPath, env: {} }
  const { platform, arch } = process
  yield {
    path: join(modules, `node-${platform === 'win32' ? 'win' : platform}-${arch}`, 'bin', `node${suffix}`),
    env: {},
  }
  const electron = join(modules, 'electron')
  if (existsSync(join(electron, 'path.txt'))) {
    const path = join(electron, 'dist', readFileSync(join(electron, 'path.txt'), 'utf8').trim())
    yield { path, env: { ELECTRON_RUN_AS_NODE: '1' } }
  }
}

const works = ({ path, env }) =>
  existsSync(path) &&
  spawnSync(path, ['-e', ''], { env: { ...process.env, ...env }, stdio: 'ignore', timeout: 20_000 }).status === 0

const [script, ...args] = process.argv.slice(2)
const runner = [...candidates()].find((candidate) => candidate.path === process.execPath || works(candidate))
if (!runner) {
  console.error(
    `需要 Node ${MIN_NODE_MAJOR} 或更新版本（当前为 ${process.version}），请从 https://nodejs.org 安装后重试。\n` +
      `Node ${MIN_NODE_MAJOR} or newer is needed (this is ${process.version}); install it from https://nodejs.org and try again.`,
  )
  process.exit(1)
}
const child = spawn(runner.path, [join(here, `${script}.ts`), ...args], {
  stdio: 'inherit',
  env: { ...process.env, ...runner.env },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 128 : 1)))
