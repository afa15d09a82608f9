// Signs for buttons, drawn so that they look the same everywhere.

const PATHS = {
  first: "M5 4v16M19 5 9 12l10 7Z",
  last: "M19 4v16M5 5l10 7-10 7Z",
  back: "M9 6 4 11l5 5M5 11h9a5 5 0 0 1 0 10h-2",
  redo: "M15 6l5 5-5 5M19 11h-9a5 5 0 0 0 0 10h2",
  play: "M7 4.5 19 12 7 19.5Z",
  pause: "M8 5v14M16 5v14",
  flip: "M8 4v14M4 14l4 4 4-4M16 20V6M12 10l4-4 4 4",
  spark: "M12 3v5M12 16v5M3 12h5M16 12h5M6 6l3 3M15 15l3 3M18 6l-3 3M9 15l-3 3",
};

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
