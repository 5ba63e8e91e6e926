import {
  Button,
  Field,
  Input,
  Link,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Text,
  tokens,
} from '@fluentui/react-components'
import { CopyRegular, DeleteRegular, OpenRegular, RenameRegular } from '@fluentui/react-icons'
import { useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { MOCK_ERRORS } from '#shared/mock/accounts.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { useOwnTitle } from '#renderer/ui/page/ownTitle.ts'
import type { DemoContents } from '../shared/demoRoutes.ts'
import { useDemoStyles } from '../shared/kit.tsx'
import { openPopup, type Popup, waitForSocialCode, writeSocialCode } from './socialLogin.ts'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
  area: {
    height: '200px',
    border: `2px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground2,
    font: 'inherit',
  },
})

function DynamicTitle() {
  const styles = useDemoStyles()
  const [title, setTitle] = useState('')
  useOwnTitle(title.trim())
  return (
    <>
      <Field label="标签标题" className={styles.field} hint="留空时显示“动态标题”">
        <Input value={title} maxLength={30} onChange={(_event, { value }) => setTitle(value)} />
      </Field>
      <div className={styles.row}>
        <Button onClick={() => setTitle(`动态标题（${title.length + 1} 条新消息）`)}>添加角标</Button>
        <Button onClick={() => setTitle('')}>还原</Button>
      </div>
    </>
  )
}

function DynamicPaths() {
  const styles = useStyles()
  const open = useOpenScreen()
  return (
    <ul className={styles.list}>
      {[1, 2, 3].map((id) => (
        <li key={id}>
          <Link as="button" onClick={() => open(`/vab/dynamic-segment/${id}`)}>
            打开编号 {id}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function DynamicPath() {
  const { id = '' } = useParams()
  useOwnTitle(`动态路径 ${id}`)
  return <Text size={600}>编号：{id}</Text>
}

function NestedMenu() {
  const styles = useDemoStyles()
  const open = useOpenScreen()
  return (
    <>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button className={styles.start}>打开嵌套菜单</Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <Menu>
              <MenuTrigger disableButtonEnhancement>
                <MenuItem>嵌套菜单 1</MenuItem>
              </MenuTrigger>
              <MenuPopover>
                <MenuList>
                  <MenuItem onClick={() => open('/vab/nested/menu1/menu1-1')}>嵌套菜单 1-1</MenuItem>
                </MenuList>
              </MenuPopover>
            </Menu>
            <MenuItem>嵌套菜单 2</MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      <Text>当前：嵌套菜单</Text>
    </>
  )
}

function ContextMenu() {
  const styles = useStyles()
  const toast = useToast()
  return (
    <Menu openOnContext>
      <MenuTrigger disableButtonEnhancement>
        <button type="button" className={styles.area}>
          在此处点击右键
        </button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem icon={<CopyRegular />} onClick={() => toast.info('复制')}>
            复制
          </MenuItem>
          <MenuItem icon={<RenameRegular />} onClick={() => toast.info('重命名')}>
            重命名
          </MenuItem>
          <MenuItem icon={<DeleteRegular />} disabled>
            删除
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}

function ExternalLink() {
  const styles = useDemoStyles()
  const open = useWrite('app.openExternal')
  return (
    <Button
      className={styles.start}
      icon={<OpenRegular />}
      onClick={() => open.mutate({ url: 'https://www.w3.org/WAI/ARIA/apg/' })}
    >
      打开 www.w3.org
    </Button>
  )
}

function SocialLogin() {
  const styles = useDemoStyles()
  const [busy, setBusy] = useState(false)
  const [inPage, setInPage] = useState(false)
  const [result, setResult] = useState('')
  const dialog = useRef<Popup>({ closed: false, close: () => undefined })
  const end = (): void => {
    dialog.current.closed = true
    setInPage(false)
  }
  /** Opens a popup window, or a dialog where popups are not allowed. */
  const popup = (): Popup => {
    const opened = openPopup(window, localStorage)
    if (opened) return opened
    dialog.current = { closed: false, close: end }
    setInPage(true)
    return dialog.current
  }
  const start = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    const code = await waitForSocialCode(popup(), localStorage)
    setBusy(false)
    setResult(code === null ? MOCK_ERRORS.socialLogin : `已获取授权码 ${code}，已作为 admin 登录（示例）`)
  }
  return (
    <>
      <Button className={styles.start} disabledFocusable={busy} onClick={() => void start()}>
        {busy ? '等待授权…' : '用第三方账号登录'}
      </Button>
      {result && <Text role="status">{result}</Text>}
      {inPage && (
        <PanelDialog
          title="授权登录（示例）"
          size="small"
          onClose={end}
          footer={
            <Button appearance="primary" onClick={() => writeSocialCode(localStorage)}>
              同意并登录
            </Button>
          }
        >
          <Text>“站匠演示”将获取您的昵称和头像。</Text>
        </PanelDialog>
      )}
    </>
  )
}

export const MENU_PAGES: DemoContents = {
  '/vab/dynamic-meta': { text: '打开的页面可以更改自身标签的标题。', Content: DynamicTitle },
  '/vab/dynamic-segment': { text: '每个编号的地址各有一个标签，标题中包含编号。', Content: DynamicPaths },
  '/vab/dynamic-segment/:id': { text: '地址最后一段是编号。', Content: DynamicPath },
  '/vab/nested': { text: '多级菜单，最多三层。', Content: NestedMenu },
  '/vab/nested/menu1': { text: '嵌套菜单中的页面。', Content: () => <Text>当前：嵌套菜单 1</Text> },
  '/vab/nested/menu1/menu1-1': { text: '嵌套菜单中的页面。', Content: () => <Text>当前：嵌套菜单 1-1</Text> },
  '/vab/context-menu': { text: '在方框中点击鼠标右键，或选中方框后按菜单键（Shift+F10）。', Content: ContextMenu },
  '/vab/external-link': { text: '外部网页在系统浏览器中打开。', Content: ExternalLink },
  '/vab/social': { text: '在弹出的窗口中授权，程序从本机存储中读取授权码。', Content: SocialLogin },
}
