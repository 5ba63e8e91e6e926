import { useRead } from '#renderer/data/useRead.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'

/** Version and where the data lies. */
export function About() {
  const { data } = useRead('app.info', {})
  if (!data) return null
  return (
    <Card title="关于">
      <Facts
        facts={[
          { name: '版本', value: `站匠 ${data.version}` },
          { name: '运行方式', value: data.host === 'electron' ? '桌面程序' : '浏览器' },
          { name: '数据文件夹', value: data.dataDir, copy: true },
        ]}
      />
    </Card>
  )
}
