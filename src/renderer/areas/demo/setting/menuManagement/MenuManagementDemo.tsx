import { makeStyles } from '@fluentui/react-components'
import { MOCK_ROUTES, type MockRoute } from '#shared/mock/routes.ts'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({ tree: { display: 'flex', flexDirection: 'column', height: '520px' } })
const NONE: readonly MockRoute[] = []
const rolesOf = ({ meta: { roles } }: MockRoute): string => {
  if (!roles) return '不限'
  return 'mode' in roles ? `除 ${roles.role.join('、')} 外` : roles.join('、')
}
const flagsOf = ({ hidden, alwaysShow, meta }: MockRoute): string =>
  [
    hidden && '不在菜单中',
    alwaysShow && '总是显示为组',
    meta.affix && '固定',
    meta.noKeepAlive && '不缓存',
    meta.dynamicNewTab && '每个地址一个标签',
    meta.target && '新窗口',
  ]
    .filter(Boolean)
    .join('、')
const COLUMNS: readonly TableColumn<MockRoute>[] = [
  { key: 'title', title: '标题', render: (row) => row.meta.title },
  { key: 'path', title: '地址', render: (row) => row.path },
  { key: 'icon', title: '图标', width: '150px', render: (row) => row.meta.icon ?? '' },
  { key: 'roles', title: '角色', width: '130px', render: rolesOf },
  { key: 'flags', title: '显示', width: '150px', render: flagsOf },
]

/** 模拟接口 /router/getList 的路由：地址、图标、角色和显示方式。 */
export function MenuManagementDemo() {
  const styles = useStyles()
  const tree = useTreeState({ initially: 'collapsed', opened: ['Vab'] })
  return (
    <DemoPage title="菜单管理" text="模拟接口 /router/getList 的路由：地址、图标、角色和显示方式。">
      <div className={styles.tree}>
        <TreeTable
          label="菜单"
          columns={COLUMNS}
          rows={MOCK_ROUTES}
          childrenOf={(row) => row.children ?? NONE}
          rowKey={(row) => row.name}
          rowLabel={(row) => row.meta.title}
          tree={tree}
        />
      </div>
    </DemoPage>
  )
}
