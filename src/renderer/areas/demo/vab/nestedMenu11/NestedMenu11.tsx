import { Text } from '@fluentui/react-components'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

/** 嵌套菜单里的一页。 */
export function NestedMenu11() {
  return (
    <DemoPage title="嵌套菜单 1-1" text="嵌套菜单里的一页。">
      <Text>当前：嵌套菜单 1-1</Text>
    </DemoPage>
  )
}
