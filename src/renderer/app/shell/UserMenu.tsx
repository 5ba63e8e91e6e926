import {
  Button,
  makeStyles,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components'
import {
  KeyMultipleRegular,
  PasswordRegular,
  PersonRegular,
  PlugConnectedRegular,
  SettingsRegular,
  SignOutRegular,
} from '@fluentui/react-icons'
import { useNavigate } from 'react-router-dom'
import type { SessionStatus } from '#shared/contract/host.ts'
import { useSessionAction } from '#renderer/data/useSessionAction.ts'
import { OwnAvatar } from '#renderer/features/session/OwnAvatar.tsx'
import { useConfirmDiscard } from '#renderer/ui/dialogs/useConfirmDiscard.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'

const useStyles = makeStyles({
  button: { minWidth: 0, maxWidth: '180px' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

/** Settings, connections and signing out. */
export function UserMenu({ session }: { session: SessionStatus }) {
  const styles = useStyles()
  const navigate = useNavigate()
  const confirmDiscard = useConfirmDiscard('退出登录', '退出')
  const signOut = useSessionAction('session.signOut')

  const leave = async (): Promise<void> => {
    if (!(await confirmDiscard(unsavedWork.titles()))) return
    signOut.mutate({}, { onSuccess: () => void navigate('/login') })
  }

  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          className={styles.button}
          appearance="subtle"
          icon={<OwnAvatar size={24} />}
          aria-label={`账号 ${session.username}`}
        >
          <span className={styles.name}>{session.username}</span>
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuGroup>
            <MenuGroupHeader>{session.username}</MenuGroupHeader>
            <MenuItem icon={<PersonRegular />} onClick={() => void navigate('/my/profile')}>
              个人信息
            </MenuItem>
            <MenuItem icon={<PasswordRegular />} onClick={() => void navigate('/my/change-password')}>
              修改密码
            </MenuItem>
            <MenuItem icon={<KeyMultipleRegular />} onClick={() => void navigate('/my/sign-ins')}>
              我的登录
            </MenuItem>
            <MenuItem icon={<SettingsRegular />} onClick={() => void navigate('/settings')}>
              设置
            </MenuItem>
            <MenuItem icon={<PlugConnectedRegular />} onClick={() => void navigate('/connect')}>
              切换连接
            </MenuItem>
          </MenuGroup>
          <MenuDivider />
          <MenuItem icon={<SignOutRegular />} onClick={() => void leave()}>
            退出登录
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
