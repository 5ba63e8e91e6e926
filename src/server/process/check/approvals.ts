import { sql } from 'kysely'
import { byQuery, type CheckContext, type Invariant, MAX_ITEMS } from './invariant.ts'
import { readJson } from './numbers.ts'

const MEANING = '申请可能没有人能处理，或被处理两次'
const REMEDY = '请让申请人撤回后重新提交；无法撤回时，请将该行发送给开发者'

interface Step {
  roleIds: number[]
  accountIds?: number[]
}

/** Applications, their tasks, the entries that wait for them, and their lines in the timelines. */
export const APPROVALS: Invariant[] = [
  {
    code: 'approval.tasks',
    problem: '审批申请的状态与它的任务不一致',
    meaning: MEANING,
    remedy: REMEDY,
    level: 'fault',
    find: byQuery(
      () => sql`select '申请 ' || a.id || '（' || a.state || '）' as item from approval a left join (
          select "approvalId", count(*) as total, min(step) as step from approval_task where state = 0 group by "approvalId"
        ) t on t."approvalId" = a.id
        where (a.state = 'waiting' and (t.total is null or t.total <> 1 or t.step <> a.step))
          or (a.state <> 'waiting' and t.total is not null) order by a.id limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
  {
    code: 'approval.ended',
    problem: '已结束的审批申请没有结束时间，或等待中的申请有结束时间',
    meaning: '审批记录显示的时间有误',
    remedy: '不影响使用；请将该行发送给开发者',
    level: 'fault',
    find: byQuery(
      () => sql`select '申请 ' || id as item from approval
        where (state = 'waiting' and "finishTime" <> 0) or (state <> 'waiting' and "finishTime" = 0)
        order by id limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
  {
    code: 'approval.entries',
    problem: '内容与等待中的审批申请不互相对应',
    meaning: '内容一直显示“审批中”，或正在审批的内容可以被直接修改',
    remedy: REMEDY,
    level: 'fault',
    find: byQuery(
      () => sql`select '申请 ' || a.id || '（内容 ' || a."contentId" || '）' as item from approval a
          left join content c on c.id = a."contentId"
        where a.state = 'waiting' and (c.id is null or c."approveInstanceId" <> cast(a.id as text))
        union all select '内容 ' || c.id || '（申请 ' || c."approveInstanceId" || '）' from content c
        where c."approveInstanceId" <> '' and not exists (select 1 from approval a
          where cast(a.id as text) = c."approveInstanceId" and a."contentId" = c.id and a.state = 'waiting')
        limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
  {
    code: 'approval.handlers',
    problem: '审批任务的处理人与申请的步骤不一致，或状态不同',
    meaning: '无关的账号会看到任务，或应处理的账号看不到任务',
    remedy: REMEDY,
    level: 'fault',
    find: findWrongHandlers,
  },
  {
    code: 'approval.answers',
    problem: '已处理的审批任务没有结论、处理人或时间',
    meaning: '审批记录不显示处理人和处理时间',
    remedy: '不影响使用；请将该行发送给开发者',
    level: 'fault',
    find: byQuery(
      () => sql`select '任务 ' || id as item from approval_task
        where (state = 1 and (pass is null or "finishTime" = 0 or "approverId" = 0)) or (state = 0 and pass is not null)
        order by id limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
  {
    code: 'approval.log',
    problem: '内容的时间线缺少审批结论',
    meaning: '内容的时间线不完整',
    remedy: '以审批记录为准；请将该行发送给开发者',
    level: 'fault',
    // Timelines are newer than approvals: applications without a `submitted` event are not checked.
    find: byQuery(
      () => sql`select '申请 ' || a.id || '（' || a.state || '）' as item from approval a
        where a.state <> 'waiting' and exists (select 1 from content c where c.id = a."contentId")
          and exists (select 1 from content_event s where s."contentId" = a."contentId" and s."refId" = a.id
            and s.kind = 'submitted')
          and not exists (select 1 from content_event e where e."contentId" = a."contentId" and e."refId" = a.id
            and e.kind = a.state)
        order by a.id limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
]

const PAGE = 500

/** Finds open tasks whose handlers differ from those of their step, and closed tasks with handlers. */
async function findWrongHandlers({ db }: CheckContext): Promise<string[]> {
  const wrong: string[] = []
  for (let after = 0; wrong.length < MAX_ITEMS;) {
    const tasks = await db
      .selectFrom('approval_task as t')
      .innerJoin('approval as a', 'a.id', 't.approvalId')
      .select(['t.id', 't.step', 'a.steps'])
      .where('t.state', '=', 0)
      .where('t.id', '>', after)
      .orderBy('t.id')
      .limit(PAGE)
      .execute()
    const last = tasks.length < PAGE ? Number.MAX_SAFE_INTEGER : (tasks.at(-1)?.id ?? 0)
    const roles = db.selectFrom('approval_task_role').select(['taskId', 'roleId as who'])
    const people = db.selectFrom('approval_task_person').select(['taskId', 'accountId as who'])
    const [rolesOf, peopleOf] = [
      Map.groupBy(await roles.where('taskId', '>', after).where('taskId', '<=', last).execute(), byTask),
      Map.groupBy(await people.where('taskId', '>', after).where('taskId', '<=', last).execute(), byTask),
    ]
    const open = new Map(
      tasks.map(({ id, step, steps }) => [id, (readJson(steps) as Partial<Step>[] | undefined)?.[step]]),
    )
    for (const id of new Set([...open.keys(), ...rolesOf.keys(), ...peopleOf.keys()])) {
      const asked = open.get(id)
      const sound =
        asked !== undefined &&
        agrees(rolesOf.get(id) ?? [], asked.roleIds ?? []) &&
        agrees(peopleOf.get(id) ?? [], asked.accountIds ?? [])
      if (!sound) wrong.push(`任务 ${id}`)
    }
    if (tasks.length < PAGE) break
    after = last
  }
  return wrong
}

const byTask = ({ taskId }: { taskId: number }): number => taskId

const agrees = (rows: readonly { who: number }[], asked: readonly number[]): boolean =>
  rows.length === new Set(asked).size && rows.every(({ who }) => asked.includes(who))
