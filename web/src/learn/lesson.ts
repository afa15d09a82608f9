// Where a lesson stands: in the address, so that a reload finds it, and what was done in the browser's memory.

const DONE = "takeback.lessons";

export interface LessonPlace {
  game: string;
  task: number;
}

export function lessonAddress(id: string, game: string, task: number): string {
  return `#/game/${id}?lesson=${game}:${task}`;
}

/** `game:3` of an address. */
export function readLesson(text: string | null): LessonPlace | undefined {
  const [game, task] = (text ?? "").split(":");
  return game && task && /^\d+$/.test(task) ? { game, task: Number(task) } : undefined;
}

function all(): Record<string, number[]> {
  try {
    return JSON.parse(localStorage.getItem(DONE) ?? "{}");
  } catch {
    return {};
  }
}

export function doneTasks(game: string): Set<number> {
  return new Set(all()[game] ?? []);
}

export function setDone(game: string, task: number): void {
  const done = all();
  localStorage.setItem(DONE, JSON.stringify({ ...done, [game]: [...new Set([...(done[game] ?? []), task])] }));
}
