import { makeStyles, tokens } from '@fluentui/react-components'
import { DismissCircleRegular } from '@fluentui/react-icons'
import type { ApiToken } from '#shared/contract/apiToken.ts'
import { TOKEN_SCOPES } from '#shared/domain/tokenScopes.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

interface Actions {
  siteTitle: (id: number) => string
  revoke: (token: ApiToken) => Promise<void>
}

const scopesOf = ({ scopes }: ApiToken): string =>
  TOKEN_SCOPES.filter(({ key }) => scopes.includes(key))
    .map(({ title }) => title)
    .join('、')

const minuteOf = (date: string): string => date.slice(0, 16)

const STATES = {
  active: { title: '有效', color: 'success' },
  expired: { title: '已过期', color: 'informative' },
  revoked: { title: '已吊销', color: 'danger' },
} as const

/** Scopes, expiry and last use of the tokens. */
export const columnsOf = ({ siteTitle, revoke }: Actions): TableColumn<ApiToken>[] => [
  { key: 'name', title: '名称', width: '15%', minWidth: 120, render: ({ name, ending }) => `${name}（…${ending}）` },
  {
    key: 'state',
    title: '状态',
    width: '84px',
    render: ({ state }) => <StateBadges badges={[STATES[state]]} />,
  },
  { key: 'owner', title: '创建人', width: '76px', render: ({ owner }) => owner },
  { key: 'scopes', title: '可以调用的接口', minWidth: 110, render: scopesOf },
  {
    key: 'sites',
    title: '站点',
    width: '11%',
    minWidth: 96,
    render: ({ siteIds }) => siteIds.map(siteTitle).join('、') || '全部站点',
  },
  { key: 'expireDate', title: '失效时间', width: '140px', render: ({ expireDate }) => minuteOf(expireDate) },
  { key: 'lastUse', title: '最近使用', width: '244px', render: (row) => <LastUse token={row} /> },
  {
    key: 'actions',
    title: '操作',
    width: '64px',
    align: 'end',
    pin: 'end',
    render: (row) => (
      <RowActions
        row={row.name}
        actions={[
          {
            title: '吊销',
            icon: DismissCircleRegular,
            refusal: row.state === 'active' ? null : '令牌已失效',
            run: () => void revoke(row),
          },
        ]}
      />
    ),
  },
]

const useStyles = makeStyles({
  root: { display: 'grid', minWidth: 0 },
  line: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  refused: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
})

/** Time and address of the last use, and of the last refusal. */
function LastUse({ token }: { token: ApiToken }) {
  const styles = useStyles()
  const { lastUseDate, lastIp, refusedDate, refusedIp, refusedWhy } = token
  const used = lastUseDate ? `${minuteOf(lastUseDate)}（${lastIp}）` : '未使用'
  const refused = refusedDate && `${minuteOf(refusedDate)} 被拒绝：${refusedWhy}（${refusedIp}）`
  return (
    <span className={styles.root}>
      <span className={styles.line} title={used}>
        {used}
      </span>
      {refused && (
        <span className={`${styles.line} ${styles.refused}`} title={refused}>
          {refused}
        </span>
      )}
    </span>
  )
}
