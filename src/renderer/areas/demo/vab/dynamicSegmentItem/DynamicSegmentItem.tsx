import { Text } from '@fluentui/react-components'
import { useParams } from 'react-router-dom'
import { useOwnTitle } from '#renderer/ui/page/ownTitle.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

/** 地址最后一段是编号。 */
export function DynamicSegmentItem() {
  const { id = '' } = useParams()
  useOwnTitle(`动态路径 ${id}`)
  return (
    <DemoPage title="动态路径详情" text="地址最后一段是编号。">
      <Text size={600}>编号：{id}</Text>
    </DemoPage>
  )
}
