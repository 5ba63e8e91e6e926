import type { Sealed } from '#server/db/table.ts'
import { createCipheriv, createPrivateKey, generateKeyPairSync, hkdfSync } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { privateKey } from './keyFile.ts'
import type { KeyDeps } from './keys.ts'
import { rotateKey } from './rotateKey.ts'
import { keyIdOf, openSecret, sealSecret } from './sealing.ts'

const SECRET = 'GEZDGNBV 密码'
const of = (owner: number) => ({ use: 'second factor', owner }) as const
const KEY = 'a text of thirty-two characters, or more'

/** As it was sealed before keys had an id. */
async function sealedBefore(deps: KeyDeps, owner: number, text: string): Promise<Sealed> {
  const der = createPrivateKey(await privateKey(deps)).export({ format: 'der', type: 'pkcs8' })
  const iv = Buffer.alloc(12, 7)
  const key = Buffer.from(hkdfSync('sha256', der, '', 'sitecraft second factor', 32))
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(String(owner)))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url') as Sealed
}

onBothDatabases('a secret', (_server, start) => {
  it('is sealed otherwise each time, opens for its owner alone, and nothing that was changed opens', async () => {
    const { deps } = await start()
    const [one, two] = [await sealSecret(deps, of(7), SECRET), await sealSecret(deps, of(7), SECRET)]
    expect(one).not.toBe(two)
    expect(await openSecret(deps, of(7), one)).toBe(SECRET)
    expect(await openSecret(deps, of(8), one)).toBeNull()
    const changed = (text: string) => openSecret(deps, of(7), text as Sealed)
    expect(await changed(`${one.slice(0, -2)}${one.endsWith('AA') ? 'BB' : 'AA'}`)).toBeNull()
    expect(await changed(`00000000${one.slice(8)}`)).toBeNull()
    expect(await changed('short')).toBeNull()
    expect(await changed('')).toBeNull()
    const rsaKeyFile = path.join(deps.dataDir, 'another.pem')
    const another = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    await writeFile(rsaKeyFile, another.export({ type: 'pkcs8', format: 'pem' }))
    expect(await openSecret({ ...deps, rsaKeyFile }, of(7), one)).toBeNull()
  })
  it('is sealed in a transaction without waiting for another connection', async () => {
    const { deps } = await start()
    const sealed = await deps.db.transaction().execute((db) => sealSecret({ ...deps, db }, of(1), SECRET))
    expect(await openSecret(deps, of(1), sealed)).toBe(SECRET)
  })
  it('is sealed with SITECRAFT_SECRET_KEY when there is one, and does not open without it', async () => {
    const { deps } = await start()
    const sealed = await sealSecret({ ...deps, secretKey: KEY }, of(1), SECRET)
    expect(await openSecret({ ...deps, secretKey: KEY }, of(1), sealed)).toBe(SECRET)
    expect(await openSecret(deps, of(1), sealed)).toBeNull()
    expect(await openSecret({ ...deps, secretKey: `${KEY}!` }, of(1), sealed)).toBeNull()
    expect(await openSecret({ ...deps, secretKey: `${KEY}!`, secretKeyBefore: KEY }, of(1), sealed)).toBe(SECRET)
  })
  it('is sealed again when the key changes, with a new result each time; unreadable ones stay', async () => {
    const { deps } = await start()
    const { db } = deps
    const [one = 0, two = 0, three = 0] = (await db.selectFrom('account').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    )
    const times = { confirmedTime: 1, lastStep: 0 }
    await db
      .insertInto('second_factor')
      .values([
        { accountId: one, secret: await sealedBefore(deps, one, SECRET), newSecret: '', ...times },
        { accountId: two, secret: await sealSecret(deps, of(two), 'two'), newSecret: '', ...times },
        { accountId: three, secret: await sealSecret(deps, of(one), 'of another'), newSecret: '', ...times },
      ])
      .execute()
    const kept = async () => {
      const rows = await db
        .selectFrom('second_factor')
        .selectAll()

        .orderBy('accountId')
        .execute()
      return rows.map(({ secret }) => secret)
    }
    const opened = async (by: KeyDeps = deps) =>
      Promise.all((await kept()).map((sealed, index) => openSecret(by, of([one, two, three][index] ?? 0), sealed)))
    const before = await kept()
    expect(await opened()).toEqual([SECRET, 'two', null])
    expect(await rotateKey(deps)).toEqual({ sealed: 2, unreadable: 1 })
    const first = await kept()
    expect(first[0]).not.toBe(before[0])
    expect(first[2]).toBe(before[2])
    expect(await opened()).toEqual([SECRET, 'two', null])
    const file = path.join(deps.dataDir, 'secret-key')
    expect(await readFile(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
    await rotateKey(deps)
    expect(keyIdOf((await kept())[0] ?? '')).not.toBe(keyIdOf(first[0] ?? ''))
    // The key before is gone: what was copied earlier opens no more.
    expect(await openSecret(deps, of(one), first[0] ?? '')).toBeNull()
    expect(await rotateKey({ ...deps, secretKey: KEY })).toEqual({ sealed: 2, unreadable: 1 })
    expect(await opened()).toEqual([null, null, null])
    expect(await opened({ ...deps, secretKey: KEY })).toEqual([SECRET, 'two', null])
  })
})
