package example.resit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as Map, List, String, Double or Long, Boolean and null. Use your own library instead where you have one. */
public final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException where it is no JSON */
    public static Object read(String text) {
        Json json = new Json(text);
        try {
            Object value = json.value();
            json.space();
            if (json.at < text.length()) throw json.wrong();
            return value;
        } catch (StringIndexOutOfBoundsException cutOff) {
            throw new IllegalArgumentException("this JSON is cut off", cutOff);
        }
    }

    public static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            String comma = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(comma);
                quote(entry.getKey().toString(), out);
                out.append(':');
                write(entry.getValue(), out);
                comma = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof Iterable<?> list) {
            out.append('[');
            String comma = "";
            for (Object each : list) {
                out.append(comma);
                write(each, out);
                comma = ",";
            }
            out.append(']');
        } else if (value instanceof Number || value instanceof Boolean || value == null) {
            out.append(value);
        } else {
            quote(value.toString(), out);
        }
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (char character : text.toCharArray()) {
            if (character == '"' || character == '\\') out.append('\\').append(character);
            else if (character < ' ') out.append(String.format("\\u%04x", (int) character));
            else out.append(character);
        }
        out.append('"');
    }

    private Object value() {
        space();
        return switch (text.charAt(at)) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> string();
            case 't' -> word("true", Boolean.TRUE);
            case 'f' -> word("false", Boolean.FALSE);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> map = new LinkedHashMap<>();
        at += 1;
        for (space(); text.charAt(at) != '}'; space()) {
            if (!map.isEmpty()) take(',');
            space();
            String name = string();
            space();
            take(':');
            map.put(name, value());
        }
        at += 1;
        return map;
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        at += 1;
        for (space(); text.charAt(at) != ']'; space()) {
            if (!list.isEmpty()) take(',');
            list.add(value());
        }
        at += 1;
        return list;
    }

    private String string() {
        take('"');
        StringBuilder out = new StringBuilder();
        for (;;) {
            char character = text.charAt(at++);
            if (character == '"') return out.toString();
            if (character != '\\') {
                out.append(character);
                continue;
            }
            char escaped = text.charAt(at++);
            switch (escaped) {
                case 'b' -> out.append('\b');
                case 'f' -> out.append('\f');
                case 'n' -> out.append('\n');
                case 'r' -> out.append('\r');
                case 't' -> out.append('\t');
                case 'u' -> {
                    out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                    at += 4;
                }
                default -> out.append(escaped);
            }
        }
    }

    private Object number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at += 1;
        String number = text.substring(from, at);
        try {
            if (number.matches("-?\\d{1,18}")) return Long.valueOf(number);
            return Double.valueOf(number);
        } catch (NumberFormatException none) {
            throw wrong();
        }
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) throw wrong();
        at += word.length();
        return value;
    }

    private void take(char expected) {
        if (text.charAt(at) != expected) throw wrong();
        at += 1;
    }

    private void space() {
        while (at < text.length() && text.charAt(at) <= ' ') at += 1;
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("this is no JSON at character " + at);
    }
}
