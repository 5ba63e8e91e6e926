import { makeStyles, tokens } from '@fluentui/react-components'
import { DismissCircleRegular } from '@fluentui/react-icons'
import type { ApiToken } from '#shared/contract/apiToken.ts'
import { TOKEN_SCOPES } from '#shared/domain/tokenScopes.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { STATES, TOKEN } from './text.ts'

interface Actions {
  siteTitle: (id: number) => string
  revoke: (token: ApiToken) => Promise<void>
}

const scopesOf = ({ scopes }: ApiToken): string =>
  TOKEN_SCOPES.filter(({ key }) => scopes.includes(key))
    .map(({ title }) => title)
    .join('、')

const minuteOf = (date: string): string => date.slice(0, 16)

/** What the tokens may do, until when, and who used them last. */
export const columnsOf = ({ siteTitle, revoke }: Actions): TableColumn<ApiToken>[] => [
  { key: 'name', title: TOKEN.name, width: '15%', least: 120, render: ({ name, ending }) => `${name}（…${ending}）` },
  {
    key: 'state',
    title: TOKEN.state,
    width: '84px',
    render: ({ state }) => <StateBadges badges={[STATES[state]]} />,
  },
  { key: 'owner', title: TOKEN.owner, width: '76px', render: ({ owner }) => owner },
  { key: 'scopes', title: TOKEN.scopes, least: 110, render: scopesOf },
  {
    key: 'sites',
    title: TOKEN.sites,
    width: '11%',
    least: 96,
    render: ({ siteIds }) => siteIds.map(siteTitle).join('、') || TOKEN.allSites,
  },
  { key: 'expireDate', title: TOKEN.expireDate, width: '140px', render: ({ expireDate }) => minuteOf(expireDate) },
  { key: 'lastUse', title: TOKEN.lastUse, width: '244px', render: (row) => <LastUse token={row} /> },
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
            title: TOKEN.revoke,
            icon: DismissCircleRegular,
            refusal: row.state === 'active' ? null : TOKEN.revoked,
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

/** When and from where it was used, and below that when it was refused. */
function LastUse({ token }: { token: ApiToken }) {
  const styles = useStyles()
  const { lastUseDate, lastIp, refusedDate, refusedIp, refusedWhy } = token
  const used = lastUseDate ? `${minuteOf(lastUseDate)}（${lastIp}）` : TOKEN.never
  const refused = refusedDate && TOKEN.refused(minuteOf(refusedDate), refusedIp, refusedWhy)
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
