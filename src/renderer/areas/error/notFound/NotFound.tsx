import { ErrorPage } from '../ErrorPage.tsx'

/** A·§2, C·§2: the 404 page. */
export function NotFound() {
  return (
    <ErrorPage
      code="404"
      title="抱歉!"
      texts={['当前页面不存在...', '请检查您输入的网址是否正确，或点击下面的按钮返回首页。']}
    />
  )
}
