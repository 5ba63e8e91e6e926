import { Button, Menu, MenuDivider, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import { FolderOpenRegular, OpenRegular, WindowEditRegular } from '@fluentui/react-icons'
import { useNavigate } from 'react-router-dom'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'

interface Props {
  /** The workspace's id. */
  id: string
  /** A file to open in the editor; absent for the folder, with the built-in editor among the choices. */
  path?: string
}

/** 打开方式: the built-in editor, the system's file manager, and the editors that were found on this computer. */
export function OpenWithMenu({ id, path }: Props) {
  const navigate = useNavigate()
  const editors = useRead('localFiles.editors', {}, { quiet: true }).data ?? []
  const openIn = useWrite('localFiles.openIn')
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button icon={<OpenRegular />}>打开方式</Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {path === undefined && (
            <MenuItem
              icon={<WindowEditRegular />}
              onClick={() => void navigate(`/workspace/editor/${encodeURIComponent(id)}`)}
            >
              内置编辑器
            </MenuItem>
          )}
          <MenuItem icon={<FolderOpenRegular />} onClick={() => openIn.mutate({ id, editor: 'folder' })}>
            系统文件管理器
          </MenuItem>
          <MenuDivider />
          {editors.map((editor) => (
            <MenuItem key={editor.id} onClick={() => openIn.mutate({ id, editor: editor.id, path: path ?? '' })}>
              {editor.title}
            </MenuItem>
          ))}
          {editors.length === 0 && <MenuItem disabled>未找到其他编辑器</MenuItem>}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
