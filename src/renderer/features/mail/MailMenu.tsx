import {
  Button,
  CounterBadge,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components'
import { DocumentArrowRightRegular, MailRegular } from '@fluentui/react-icons'
import { canSeeMenu } from '#shared/domain/permissions.ts'
import { MENU, SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { useMailCounts } from './useMailCounts.ts'

const useStyles = makeStyles({
  // Half of the count badge lies outside the button.
  trigger: { position: 'relative', overflow: 'visible' },
  count: { position: 'absolute', insetInlineEnd: '-4px', top: '-2px' },
})

const pathOf = (menu: number): string => SYSTEM_MENUS.find(({ id }) => id === menu)?.path ?? ''

/** The title bar's count of unread mails and documents (C·§7 getnotice), with links to both lists. */
export function MailMenu() {
  return canSeeMenu(useAuthority(), MENU.mine) ? <OwnMail /> : null
}

function OwnMail() {
  const styles = useStyles()
  const open = useOpenScreen()
  const { mail, circulationDocuments } = useMailCounts()
  const unread = mail + circulationDocuments
  const label = unread > 0 ? `消息，${unread} 条未读` : '消息'
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          className={styles.trigger}
          appearance="subtle"
          aria-label={label}
          title={label}
          icon={
            <>
              <MailRegular />
              {unread > 0 && (
                <CounterBadge className={styles.count} size="small" color="danger" count={unread} overflowCount={99} />
              )}
            </>
          }
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem
            icon={<MailRegular />}
            secondaryContent={mail > 0 ? `${mail} 条未读` : ''}
            onClick={() => open(pathOf(MENU.siteMail))}
          >
            站内信
          </MenuItem>
          <MenuItem
            icon={<DocumentArrowRightRegular />}
            secondaryContent={circulationDocuments > 0 ? `${circulationDocuments} 条未读` : ''}
            onClick={() => open(pathOf(MENU.documents))}
          >
            公文流转
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
