import { ContentPage } from '#renderer/kit/contentList/ContentPage.tsx'

/** Variant B of the content list, with reject and forward. */
export function View() {
  return <ContentPage review />
}
