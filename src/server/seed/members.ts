import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'

const LEVELS = [
  { name: '普通会员', note: '注册后即为普通会员', startValue: 0, endValue: 999 },
  { name: '银卡会员', note: '', startValue: 1000, endValue: 4999 },
  { name: '金卡会员', note: '优先受邀参加线下活动', startValue: 5000, endValue: 99_999 },
]
const GROUPS = [
  { name: '订阅用户', note: '订阅了集团电子刊物' },
  { name: '合作伙伴', note: '供应商与渠道商的联系人' },
]

/** Fictitious people; the telephone numbers are of an unassigned range. */
const MEMBERS = [
  { userName: 'chenyu', name: '陈宇', nickName: '小宇', sex: '男', birthday: '1990-05-12', points: 120, groups: [0] },
  {
    userName: 'linxiaoxue',
    name: '林晓雪',
    nickName: '晓雪',
    sex: '女',
    birthday: '1995-11-03',
    points: 1860,
    groups: [0],
  },
  {
    userName: 'zhouhaifeng',
    name: '周海峰',
    nickName: '',
    sex: '男',
    birthday: '1982-02-20',
    points: 7400,
    groups: [0, 1],
  },
  { userName: 'wumin', name: '吴敏', nickName: '敏敏', sex: '女', birthday: '', points: 0, groups: [] },
  {
    userName: 'ouyangqing',
    name: '欧阳清',
    nickName: '',
    sex: '女',
    birthday: '1988-09-30',
    points: 3050,
    groups: [1],
  },
]

/** Inserts members of the first demo site, with groups and levels. Nobody can sign in as a demo member. */
export async function insertMembers(db: Kysely<Database>, siteId: number, now: number): Promise<void> {
  const saved = { siteId, updatedBy: '', updateTime: now }
  await db
    .insertInto('member_level')
    .values(LEVELS.map((level) => ({ ...level, ...saved })))
    .execute()
  const groups: number[] = []
  for (const group of GROUPS) {
    const adding = db.insertInto('member_group').values({ ...group, ...saved })
    groups.push((await adding.returning('id').executeTakeFirstOrThrow()).id)
  }
  for (const [at, { groups: places, ...member }] of MEMBERS.entries()) {
    const row = {
      ...member,
      ...saved,
      userNameKey: member.userName,
      phone: `1990000000${at}`,
      email: `${member.userName}@example.com`,
      headSculpture: '',
      levelId: 0,
      source: 'admin',
      isEnable: 1,
      eraseTime: 0,
      createTime: now,
    } as const
    const { id } = await db.insertInto('member').values(row).returning('id').executeTakeFirstOrThrow()
    const links = places.map((groupIndex) => ({ memberId: id, groupId: groups[groupIndex] ?? 0 }))
    if (links.length > 0) await db.insertInto('member_in_group').values(links).execute()
  }
}
