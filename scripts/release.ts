// `npm run release [-- --dry] [--channel latest|beta] [--percent N] [--notes FILE]`: writes all files of a release to
// dist/: packages, checksums, the list of parts, and the signed files of the update folder. --dry skips packing.
import { copyFile, readFile, writeFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { run } from './lib/run.ts'
import { packAll } from './build/packAll.ts'
import { PART_LIST } from './build/partList.ts'
import { shippedParts } from './release/components.ts'
import { MAX_PACKAGE_BYTES, readPackages, readKey, signChannels, formatChecksums } from './release/folder.ts'
import { findMissingSteps } from './release/missingSteps.ts'
import { signingArguments } from './release/signing.ts'
import { ROOT } from './start/root.ts'

const { values } = parseArgs({
  options: {
    dry: { type: 'boolean', default: false },
    channel: { type: 'string', default: 'latest' },
    percent: { type: 'string', default: '100' },
    notes: { type: 'string' },
  },
})
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const stop = (line: string): never => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

const percent = Number(values.percent)
if (!Number.isInteger(percent) || percent < 1 || percent > 100) stop('--percent 必须是 1 到 100 的整数')
if (values.channel !== 'latest' && values.channel !== 'beta') stop('--channel 只能是 latest 或 beta')
const notes = values.notes ? await readFile(values.notes, 'utf8').catch(() => stop(`无法读取 ${values.notes}`)) : ''
const pem = process.env.SITECRAFT_UPDATE_KEY
const signing = pem ? readKey(pem) : null
const url = process.env.SITECRAFT_UPDATE_URL?.replace(/\/?$/, '/') ?? ''
const dist = join(ROOT, 'dist')

async function step(title: string, script: string, args: readonly string[], env: Record<string, string> = {}) {
  const ran = await run(process.execPath, [join(ROOT, 'node_modules', script), ...args], { env })
  print(`${ran.code === 0 ? '完成' : '失败'}  ${title}（${ran.seconds.toFixed(0)} 秒）`)
  if (ran.code !== 0) stop(ran.output.slice(-4000))
}

await mkdir(dist, { recursive: true })
await step('构建', 'electron-vite/bin/electron-vite.js', ['build'])
const parts = await shippedParts(ROOT)
await copyFile(join(ROOT, 'out', PART_LIST), join(dist, 'sitecraft.cdx.json'))
print(`完成  部件清单 dist/sitecraft.cdx.json：${parts.length} 个部件`)
const unknown = parts.filter(({ license }) => !license).map(({ name }) => name)
if (unknown.length > 0) print(`注意  未写明许可证：${unknown.join('、')}`)
const source = { url, publicKey: signing?.publicKey ?? '' }
// The packed program reads this file; without an address it never updates.
await writeFile(join(ROOT, 'out/updates.json'), `${JSON.stringify(source)}\n`)

if (values.dry) print('跳过  打包（--dry）')
else {
  const publish = [
    '--publish',
    'never',
    `-c.publish.channel=${values.channel}`,
    ...signingArguments(process.platform, process.env),
  ]
  await packAll(ROOT, publish, async (args) => {
    await step('打包', 'electron-builder/cli.js', args)
    return 0
  })
}
const packages = await readPackages(dist).catch(() => [])
if (packages.length > 0) {
  await writeFile(join(dist, 'SHA256SUMS'), formatChecksums(packages))
  for (const { name, bytes } of packages)
    print(`${bytes > MAX_PACKAGE_BYTES ? '超限' : '完成'}  ${name}：${(bytes / 2 ** 20).toFixed(1)} MB`)
  const heavy = packages.filter(({ bytes }) => bytes > MAX_PACKAGE_BYTES)
  if (heavy.length > 0) stop(`安装包不能超过 120 MB：${heavy.map(({ name }) => name).join('、')}`)
}
if (signing) {
  const signed = await signChannels(dist, { percent, notes, key: signing.key })
  print(`完成  签名：${signed.join('、') || '无渠道文件'}`)
}
const missingSteps = findMissingSteps(process.platform, process.env)
print(
  missingSteps.length > 0 ? `\n未完成的步骤：\n${missingSteps.map((line) => `- ${line}`).join('\n')}` : '\n全部完成',
)
