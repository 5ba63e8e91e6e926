import {
  Badge,
  Dropdown,
  makeStyles,
  mergeClasses,
  MessageBar,
  MessageBarBody,
  Option,
  Text,
  tokens,
} from '@fluentui/react-components'
import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { MOCK_ACCOUNTS } from '#shared/mock/accounts.ts'
import { canSeeRoute } from '#shared/mock/routes.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { DEMO_ROUTES, type DemoRoute, pagePathOf, useMockAccount, useCanSeePage } from './demoRoutes.ts'

const useStyles = makeStyles({
  split: { display: 'flex', gap: tokens.spacingHorizontalXL, flex: '1 1 auto', minHeight: 0 },
  nav: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    width: '168px',
    overflowY: 'auto',
    paddingInlineEnd: tokens.spacingHorizontalS,
  },
  group: {
    gridColumn: '1 / -1',
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalXS}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  link: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '&[aria-current=page]': {
      backgroundColor: tokens.colorBrandBackground2,
      color: tokens.colorBrandForeground2,
      fontWeight: tokens.fontWeightSemibold,
    },
  },
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    flex: '1 1 auto',
    minWidth: 0,
    minHeight: 0,
    overflowY: 'auto',
    '& > .fui-Button': { flexShrink: 0 },
  },
  player: { minWidth: '150px' },
})

interface Props {
  title: string
  /** What the page shows; stands below the title. */
  text: string
  children: ReactNode
}

/**
 * A demo page with a notice, and with the list of pages that the chosen mock account may see. The content is hidden from
 * an account without access (C·§6 Mock route roles).
 */
export function DemoPage({ title, text, children }: Props) {
  const styles = useStyles()
  const { pathname } = useLocation()
  const { played, play } = useMockAccount()
  const canSee = useCanSeePage(pathname)
  return (
    <Page>
      <PageHeader
        title={title}
        text={text}
        actions={
          <>
            <Text>演示账号</Text>
            <Dropdown
              className={styles.player}
              aria-label="演示账号"
              value={played?.username ?? ''}
              selectedOptions={played ? [played.username] : []}
              onOptionSelect={(_event, { optionValue }) => play(optionValue ?? 'admin')}
            >
              {MOCK_ACCOUNTS.map(({ username }) => (
                <Option key={username} value={username}>
                  {username}
                </Option>
              ))}
            </Dropdown>
          </>
        }
      />
      <MessageBar intent="info">
        <MessageBarBody>演示页面：均为示例数据，修改不会保存，刷新后还原。</MessageBarBody>
      </MessageBar>
      <div className={styles.split}>
        <DemoNav />
        <div className={styles.body}>
          {canSee ? (
            children
          ) : (
            <EmptyState title="没有权限" text={`演示账号 ${played?.username ?? ''} 的角色不能查看“${title}”。`} />
          )}
        </div>
      </div>
    </Page>
  )
}

function DemoNav() {
  const styles = useStyles()
  const { played } = useMockAccount()
  const nav = useRef<HTMLElement>(null)
  // Scrolls the entry of the current page into view.
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  const shown = DEMO_ROUTES.filter(({ route }) => !route.hidden && canSeeRoute(played?.roles ?? [], route.meta.roles))
  const groups = [...new Set(shown.map(({ group }) => group))]
  return (
    <nav ref={nav} className={styles.nav} aria-label="演示页面">
      <NavLink to="/vab" end className={styles.link}>
        全部部件
      </NavLink>
      {groups.map((group) => (
        <DemoLinks key={group} title={group} routes={shown.filter(({ group: within }) => within === group)} />
      ))}
    </nav>
  )
}

/** The links of one group of the demonstration. */
export function DemoLinks({
  title,
  routes,
  className,
}: {
  title: string
  routes: readonly DemoRoute[]
  className?: string
}) {
  const styles = useStyles()
  return (
    <>
      <div className={styles.group}>{title}</div>
      {routes.map((each) => (
        <NavLink key={each.href} to={pagePathOf(each)} end className={mergeClasses(styles.link, className)}>
          {each.route.meta.title}
          {each.route.meta.badge && (
            <Badge size="small" appearance="tint">
              {each.route.meta.badge}
            </Badge>
          )}
        </NavLink>
      ))}
    </>
  )
}
