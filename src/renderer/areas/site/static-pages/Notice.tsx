import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'

/** A·§2: the information banner of the page; its wording isn't shown. */
export function Notice() {
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>按栏目生成，按站点清除</MessageBarTitle>
        勾选栏目后点“生成静态页面”，只更新所选栏目的页面；“清除静态页面”会删除整个站点的静态页面。两者都作为后台任务排队，离开本页也会继续。页面由站点引擎生成；站点引擎启用之前，任务会一直排队，可以随时取消。
      </MessageBarBody>
    </MessageBar>
  )
}
