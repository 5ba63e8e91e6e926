import { expect, it } from 'vitest'
import { withoutAccountSearch } from '#tests/builders/olderTables.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { accounts } from './0024_accounts.ts'
import { accountSearch } from './0096_account_search.ts'

const COLUMNS = [
  'phone',
  'employeeNumber',
  'lastLoginIp',
  'updatedBy',
  'mustChangePassword',
  'lastLoginTime',
  'loginTimes',
  'updateTime',
  'version',
]

onBothDatabases('accounts from before they were kept here', (_server, start) => {
  it('stay as they are, and are listed without what nobody knew of them', async () => {
    const { deps, as } = await start()
    const { schema } = deps.db
    await schema.dropIndex('account_phone').execute()
    await withoutAccountSearch(deps.db)
    for (const column of COLUMNS) await schema.alterTable('account').dropColumn(column).execute()
    await schema.dropIndex('login_attempt_account').execute()
    await schema.alterTable('login_attempt').dropColumn('accountKey').execute()
    await accounts.up(deps.db)
    await accountSearch.up(deps.db)
    const admin = await as('admin')
    const [found] = (await admin.ok('account.page', { key: 'designer' })).content
    expect(found).toMatchObject({
      userName: 'designer',
      phone: '',
      employeeNumber: '',
      lastModifiedDate: '',
      loginTimes: 0,
      isStatus: true,
      mustChangePassword: false,
      version: 1,
    })
    await as('designer')
    expect((await admin.ok('account.page', { key: 'designer' })).content).toMatchObject([{ loginTimes: 1 }])
  })
})
