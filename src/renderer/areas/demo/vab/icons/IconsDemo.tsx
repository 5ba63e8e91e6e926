import { Text } from '@fluentui/react-components'
import { useState } from 'react'
import { CopyButton } from '#renderer/ui/feedback/CopyButton.tsx'
import { IconPicker } from '#renderer/ui/iconPicker/IconPicker.tsx'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

/** 选择、搜索和复制图标的名称。 */
export function IconsDemo() {
  const [chosen, setChosen] = useState('')
  return (
    <DemoPage title="图标" text="选择、搜索和复制图标的名称。">
      <IconPicker value={chosen} onChoose={setChosen} />
      <Text>
        已选择：{chosen || '无'} {chosen && <CopyButton name="图标名称" text={chosen} />}
      </Text>
    </DemoPage>
  )
}
