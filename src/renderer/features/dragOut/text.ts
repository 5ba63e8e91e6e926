/** Words of files that are dragged out of the window. */
export const DRAG_OUT = {
  hint: '可以拖到桌面或其他程序中',
  again: '文件已经取好，请再拖一次',
  waiting: '正在取文件，请按住鼠标稍等',
}
