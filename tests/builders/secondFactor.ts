import { TOTP } from 'otpauth'
import type { InputOf } from '#shared/contract/registry.ts'
import { hashPassword } from '#server/areas/people/account/index.ts'
import { TestClient } from '#tests/integration/server/harness/client.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { encrypted, logIn } from '#tests/integration/server/harness/signIn.ts'
import { buildAccount, groupOf } from './account.ts'

export const PASSWORD = 'First-Pass1'
/** A code of an authenticator holds so long, in ms. */
export const STEP_MS = 30_000

/** Somebody with a password. */
export interface Person {
  id: number
  username: string
  group: number
  /** Signed in. */
  client: TestClient
}

/** Of the editors' group, or of this one. */
export async function aPerson(server: TestServer, roleId?: number): Promise<Person> {
  const { db } = server.deps
  const group = roleId ?? (await groupOf(db, 'editor'))
  const id = await buildAccount(db, { roleId: group, passwordHash: await hashPassword(PASSWORD) })
  const row = db.selectFrom('account').select('username').where('id', '=', id)
  const { username } = await row.executeTakeFirstOrThrow()
  const { token } = (await logIn(server, username, PASSWORD)).data
  return { id, username, group, client: new TestClient(server.url, token) }
}

/** What the person's phone shows, some steps of 30 seconds from now. */
export const shown = (server: TestServer, secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() + steps * STEP_MS })

/** Switches it on; answers the secret on the phone, and the recovery codes. */
export async function setUp(server: TestServer, { client }: Person) {
  const password = await encrypted(server, PASSWORD)
  const { secret } = await client.ok('security.beginSecondFactor', { password })
  const { recoveryCodes } = await client.ok('security.confirmSecondFactor', { factorCode: shown(server, secret) })
  // The code that confirmed it counts no more.
  server.clock.advance(STEP_MS)
  return { secret, recoveryCodes }
}

/** Saves the rules of signing in as a super administrator does. */
export async function setRules(server: TestServer, rules: Partial<InputOf<'security.saveSettings'>>): Promise<void> {
  const admin = await server.as('admin')
  const { version } = await admin.ok('security.settings', {})
  await admin.ok('security.saveSettings', { ...rules, version })
}
