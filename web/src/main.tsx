import { render } from "preact";
import { App } from "./App";
import { keepForLater } from "./lib/table";
import "./style.css";

render(<App />, document.getElementById("page")!);
keepForLater();
