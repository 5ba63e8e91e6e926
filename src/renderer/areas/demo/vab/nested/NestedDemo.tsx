import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Text,
} from '@fluentui/react-components'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({ start: { alignSelf: 'start' } })

/** 菜单里还有菜单，最多三层。 */
export function NestedDemo() {
  const styles = useStyles()
  const open = useOpenScreen()
  return (
    <DemoPage title="嵌套菜单" text="菜单里还有菜单，最多三层。">
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
    </DemoPage>
  )
}
