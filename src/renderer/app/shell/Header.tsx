import {
  Button,
  makeStyles,
  Menu,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Text,
  tokens,
  Tooltip,
} from '@fluentui/react-components'
import { SearchRegular, WeatherMoonRegular, WeatherSunnyRegular } from '@fluentui/react-icons'
import type { SessionStatus } from '#shared/contract/host.ts'
import { useChooseSite, useCurrentSite } from '#renderer/data/currentSite.ts'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { JobsMenu } from '#renderer/features/jobs/JobsMenu.tsx'
import { MailMenu } from '#renderer/features/mail/MailMenu.tsx'
import { NoticesMenu } from '#renderer/features/notices/NoticesMenu.tsx'
import { WorkspacesMenu } from '#renderer/features/workspaces/WorkspacesMenu.tsx'
import { Logo } from '#renderer/ui/layout/Logo.tsx'
import { UploadsMenu } from '#renderer/features/uploads/UploadsMenu.tsx'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { THEMES } from '#renderer/ui/layout/themes.ts'
import { UserMenu } from './UserMenu.tsx'
import { useTheme } from '../useTheme.ts'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    height: '52px',
    padding: `0 ${tokens.spacingHorizontalM} 0 ${tokens.spacingHorizontalL}`,
  },
  connection: {
    color: tokens.colorNeutralForeground3,
    borderLeft: `1px solid ${tokens.colorNeutralStroke1}`,
    paddingInlineStart: tokens.spacingHorizontalM,
    marginInlineStart: tokens.spacingHorizontalXS,
    maxWidth: '260px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  search: {
    margin: '0 auto',
    width: '320px',
    minWidth: '120px',
    justifyContent: 'flex-start',
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
  },
  searchText: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  key: { marginInlineStart: 'auto', flexShrink: 0, fontSize: tokens.fontSizeBase200 },
})

const isMac = navigator.platform.startsWith('Mac')

/** Product, connection, search, current site, background work, notices, theme and account. */
export function Header({ session, onSearch }: { session: SessionStatus; onSearch: () => void }) {
  const styles = useStyles()
  const siteId = useCurrentSite()
  const chooseSite = useChooseSite()
  return (
    <header className={styles.root}>
      <Logo />
      <Text className={styles.connection} title={session.connection?.baseUrl}>
        {session.connection?.name}
      </Text>
      <Button className={styles.search} icon={<SearchRegular />} onClick={onSearch}>
        <span className={styles.searchText}>搜索功能、内容、文件、人员</span>
        <span className={styles.key}>{isMac ? '⌘K' : 'Ctrl+K'}</span>
      </Button>
      <SiteSelect label="当前站点" appearance="filled-lighter" value={siteId} onChange={chooseSite} />
      <WorkspacesMenu />
      <UploadsMenu />
      <JobsMenu />
      <MailMenu />
      <NoticesMenu />
      <ThemeMenu />
      <UserMenu session={session} />
    </header>
  )
}

/** Chooses the light or dark theme, or that of the system. */
function ThemeMenu() {
  const { dark } = useTheme()
  const theme = useRead('settings.get', {}, { quiet: true }).data?.theme ?? 'system'
  const save = useWrite('settings.set')
  return (
    <Menu
      checkedValues={{ theme: [theme] }}
      onCheckedValueChange={(_event, { checkedItems }) => {
        const chosen = THEMES.find(({ value }) => value === checkedItems[0])
        if (chosen) save.mutate({ theme: chosen.value })
      }}
    >
      <MenuTrigger disableButtonEnhancement>
        <Tooltip content="外观" relationship="label">
          <Button appearance="subtle" icon={dark ? <WeatherMoonRegular /> : <WeatherSunnyRegular />} />
        </Tooltip>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {THEMES.map(({ value, title }) => (
            <MenuItemRadio key={value} name="theme" value={value}>
              {title}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
