import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { MOCK_ACCOUNTS, type MockAbility, type MockAccount } from '#shared/mock/accounts.ts'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { usePlayed } from '#renderer/areas/demo/shared/demoRoutes.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({ row: { display: 'flex', gap: tokens.spacingHorizontalS } })

const ABILITIES: readonly { ability: MockAbility; title: string }[] = [
  { ability: 'read', title: '查看' },
  { ability: 'write', title: '编辑' },
  { ability: 'delete', title: '删除' },
]
const COLUMNS: readonly TableColumn<MockAccount>[] = [
  { key: 'username', title: '账号', render: (row) => row.username },
  { key: 'roles', title: '角色', render: (row) => row.roles.join('、') },
  { key: 'ability', title: '能力', render: (row) => row.ability.join('、') },
]

/** 切换右上角的演示账号，左侧的页面和下面的按钮随角色变化。 */
export function RolesDemo() {
  const styles = useStyles()
  const { played } = usePlayed()
  return (
    <DemoPage title="角色权限" text="切换右上角的演示账号，左侧的页面和下面的按钮随角色变化。">
      <Facts
        facts={[
          { name: '账号', value: played?.username ?? '' },
          { name: '角色', value: played?.roles.join('、') ?? '' },
          { name: '能力', value: played?.ability.join('、') ?? '' },
        ]}
      />
      <div className={styles.row}>
        {ABILITIES.map(({ ability, title }) => (
          <Button key={ability} disabled={!played?.ability.includes(ability)}>
            {title}
          </Button>
        ))}
      </div>
      <DataTable label="演示账号" columns={COLUMNS} rows={MOCK_ACCOUNTS} rowKey={(row) => row.username} />
    </DemoPage>
  )
}
