import { Timeline, type TimelineItem } from '#renderer/ui/timeline/Timeline.tsx'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const ITEMS: readonly TimelineItem[] = [
  { key: 4, time: '2026-11-20 16:20:00', title: '发布', text: '内容已在网站上公开。', color: 'success' },
  { key: 3, time: '2026-11-20 15:02:00', title: '终审通过', text: '王海洋：同意。', color: 'brand' },
  { key: 2, time: '2026-11-20 11:40:00', title: '初审驳回', text: '李婷：请补充图片说明。', color: 'danger' },
  { key: 1, time: '2026-11-20 09:15:00', title: '提交审批', text: '张明提交了《海洋科技周开幕》。' },
]

/** 一件事情的经过，从新到旧。 */
export function TimelineDemo() {
  return (
    <DemoPage title="时间线" text="一件事情的经过，从新到旧。">
      <Timeline label="审批经过" items={ITEMS} />
    </DemoPage>
  )
}
