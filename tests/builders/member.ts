import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'

/** A member right in the database, without a password; answers its id. */
export async function buildMember(
  db: Kysely<Database>,
  changes: Partial<Omit<Database['member'], 'id' | 'version'>> = {},
) {
  const userName = changes.userName ?? `member-${crypto.randomUUID().slice(0, 8)}`
  const row = {
    siteId: 1,
    userNameKey: userName.toLowerCase(),
    phone: '13812345678',
    email: 'zhang.san@example.com',
    name: '张三',
    nickName: '',
    birthday: '',
    headSculpture: '/files/a.png',
    sex: '男',
    levelId: 0,
    points: 0,
    source: 'admin',
    isEnable: 1,
    eraseTime: 0,
    createTime: 0,
    updatedBy: 'admin',
    updateTime: 0,
    ...changes,
    userName,
  } as const
  return (await db.insertInto('member').values(row).returning('id').executeTakeFirstOrThrow()).id
}
