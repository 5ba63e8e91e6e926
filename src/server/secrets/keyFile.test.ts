import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { privateKey } from './keyFile.ts'

const folder = async (): Promise<string> => {
  const made = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-key-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

onBothDatabases('the key for passwords on their way', (server) => {
  it('moves from a database of before into its file, and out of the database', async () => {
    const { db } = server().deps
    const dataDir = await folder()
    const pem = generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString()
    await db.insertInto('setting').values({ name: 'rsa.privateKey', value: pem }).execute()
    expect(await privateKey({ db, dataDir })).toBe(pem)
    expect(await readFile(path.join(dataDir, 'rsa-key.pem'), 'utf8')).toBe(pem)
    if (process.platform !== 'win32') expect((await stat(path.join(dataDir, 'rsa-key.pem'))).mode & 0o777).toBe(0o600)
    expect(await db.selectFrom('setting').where('name', '=', 'rsa.privateKey').select('value').execute()).toEqual([])
  })
  it('is the same for processes that share a file, wherever it is said to lie', async () => {
    const { db } = server().deps
    const rsaKeyFile = path.join(await folder(), 'shared.pem')
    const pem = await privateKey({ db, dataDir: await folder(), rsaKeyFile })
    expect(await privateKey({ db, dataDir: await folder(), rsaKeyFile })).toBe(pem)
    expect(await readFile(rsaKeyFile, 'utf8')).toBe(pem)
  })
  it('is not replaced when its file is damaged: that is said', { timeout: 20_000 }, async () => {
    const { db } = server().deps
    const dataDir = await folder()
    await writeFile(path.join(dataDir, 'rsa-key.pem'), '-----BEGIN PRIVATE KEY-----\nMIIE')
    await expect(privateKey({ db, dataDir })).rejects.toThrow('rsa-key.pem 中没有完整的 RSA 私钥')
  })
})
